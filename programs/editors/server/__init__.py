"""The language server: the functions of `programs.editors.listings`, spoken in the protocol of editors."""
