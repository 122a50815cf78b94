"""Messages of a wrong shape: pygls only logs them, here the editor gets the protocol's error."""

from __future__ import annotations

from typing import Any

from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest
from pygls.protocol import LanguageServerProtocol


class AnsweringProtocol(LanguageServerProtocol):
    """The protocol of pygls, in which no request stays without an answer."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """The message in these fields. A request with wrong fields is answered, and raises JsonRpcException,
        or JsonRpcInvalidRequest where its method or id is none.
        """
        if "method" not in data or "jsonrpc" not in data:
            return super().structure_message(data)
        data.setdefault("params", None)  # methods that pygls does not know may have none
        try:
            if not isinstance(data["method"], str) or not isinstance(data.get("id", ""), str | int):
                raise JsonRpcInvalidRequest()
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data:
                self.refuse(error, data["id"])
            raise

    def handle_message(self, message: Any) -> None:
        """Carry a message out. What is none is answered, and so is a request after the end."""
        is_message = getattr(message, "jsonrpc", None) == self.VERSION
        if not is_message or (self._shutdown and hasattr(message, "id") and hasattr(message, "method")):
            known = message.get("id") if isinstance(message, dict) else getattr(message, "id", None)
            self.refuse(JsonRpcInvalidRequest(), known)
        else:
            super().handle_message(message)

    def refuse(self, error: JsonRpcException, known: object = None) -> None:
        """Answer with an error. `known` is the request's id, where one could be read."""
        told = {"code": error.code, "message": error.message}
        known = known if isinstance(known, str | int) else None  # pygls leaves a null id out
        self._send_data({"jsonrpc": self.VERSION, "id": known, "error": told})
