"""The engine `lanes`: an interpreter over arrays of 64-bit words, compiled by numba (extra `fast`)."""
