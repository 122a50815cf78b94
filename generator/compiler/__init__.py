"""The compiler: a subset of Python (`generator.language`) to listings for the HP-15C and HP-11C."""
