"""The language server: the functions of `programs.editors.listings` behind the protocol of editors."""
