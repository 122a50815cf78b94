"""Compiled kernels of the solver (extra `fast`): bare arrays in, bare arrays out, nothing checked."""
