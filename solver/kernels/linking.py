"""A kernel and all that it calls as one object file, which LLVM optimises once.

numba by itself optimises each function together with all that it calls, and again within each of its callers,
and makes machine code of each. That is most of the time that the kernels here would take to compile. So here
numba only writes the code of each function down. What the kernel needs is linked, optimised and made machine
code at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import binding
from numba.core import codegen as untyped_codegen
from numba.core.compiler_lock import global_compiler_lock as untyped_lock

from solver.kernels.compiled import njit, types

codegen: Any = untyped_codegen
compiler_lock: Any = untyped_lock

Serve = Callable[[int], None]
"""A kernel of one argument: the address of a request."""


class _Unloaded:
    """numba's generator of code, for functions that are not loaded: their environments have no address."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)

    def set_env(self, name: str, environment: object) -> None:
        """Leave the environment, which only serves to raise errors with values, as it is: empty."""


class KernelLibrary(codegen.JITCodeLibrary):  # type: ignore[misc, unused-ignore]
    """The code of a function as it was written down, and the libraries of all that it calls."""

    @property
    def codegen(self) -> Any:
        """The generator of code."""
        return _Unloaded(self._codegen)

    def add_linking_library(self, library: Any) -> None:
        """Take a library, and the libraries that its functions call, too."""
        library._ensure_finalized()
        for one in (library, *(library._linking_libraries if isinstance(library, KernelLibrary) else ())):
            if one not in self._linking_libraries:
                self._linking_libraries.append(one)

    def finalize(self) -> None:
        """Nothing is done before `linked`."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """No address, because nothing is loaded."""
        return 0

    def linked(self) -> Any:
        """A module of this function and all that it calls."""
        module = self._final_module.clone()
        for library in self._linking_libraries:
            own = isinstance(library, KernelLibrary)
            module.link_in(library._own_module() if own else library._get_module_for_linking(), preserve=True)
        return module

    def _own_module(self) -> Any:
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """The whole module, for a library of numba's that calls one of its own helpers compiled here."""
        module = self.linked()
        for function in module.functions:
            if not function.is_declaration and function.linkage == binding.Linkage.external:
                function.linkage = binding.Linkage.linkonce_odr
        return module

    def optimized(self) -> Any:
        """The module of this function and all that it calls, optimised."""
        whole = codegen.JITCodeLibrary(self._codegen, self.name)
        whole._final_module = self.linked()
        whole._optimize_final_module()
        whole._final_module.verify()
        return whole._final_module


def machine_code(kernel: Serve, name: str) -> bytes:
    """A kernel as an object file of this machine, with a function of this name.

    It takes the addresses of a result and of an error, which it may write on, and that of the request. 0
    means success.
    """
    signature = (types.int64,)
    dispatcher: Any = njit(nogil=True, inner=True, allocates=False)(kernel)
    generator = dispatcher.targetctx.codegen()
    with compiler_lock:
        generator._library_class = KernelLibrary
        try:
            dispatcher.compile(signature)
        finally:
            del generator._library_class
        compiled = dispatcher.overloads[signature]
        module = compiled.library.optimized()
    module.get_function(compiled.fndesc.llvm_func_name).name = name
    target = binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(),
        features=binding.get_host_cpu_features().flatten(),
        opt=3,
        reloc="pic",
        codemodel="small",
    )
    code: bytes = target.emit_object(module)
    return code
