"""The HP-15C and the HP-11C, exact to the last digit.

>>> from hp15c import Calculator
>>> calculator = Calculator()
>>> calculator.press("25 ENTER 3.5 +")
>>> calculator.display
' 28.5000    '
"""

import hp15c.shell.loading  # noqa: F401 - first, so that a Ctrl-C is heard while the others load
from hp15c.calculator import Calculator
from hp15c.errors import CalculatorError, InputError, ListingError, UnknownKey, Unsupported
from hp15c.listing.program import Program
from hp15c.listing.writers import formats
from hp15c.numbers.number import Number
from hp15c.state.state import Descriptor, State
from hp15c.store import saved
from hp15c.table.models import Model

State.store = saved
Program.forms = formats

__version__ = "1.1.0"

__all__ = [
    "Calculator",
    "CalculatorError",
    "Descriptor",
    "InputError",
    "ListingError",
    "Model",
    "Number",
    "Program",
    "State",
    "UnknownKey",
    "Unsupported",
    "__version__",
]
