"""The screens: draws the model with rich and reads keys; makes no decisions."""
