"""The nouns that several rooms share: frozen values, no input or output, no clock."""
