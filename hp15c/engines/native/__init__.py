"""The engine `native`: a program as machine code over the words of lanes (extra `fast`)."""
