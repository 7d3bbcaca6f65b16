"""How things look: the model drawn with rich, and keys read. Prints, decides nothing."""
