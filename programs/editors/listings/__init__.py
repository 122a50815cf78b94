"""What an editor shows of a listing: faults, the stack beside lines, names, fixes, proved changes."""
