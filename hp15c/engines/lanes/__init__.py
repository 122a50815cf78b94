"""The engine `lanes`: an interpreter over arrays of 64-bit words, in machine code (extra `fast`)."""
