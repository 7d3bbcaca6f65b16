"""The bank: YAML files become topics; look-up, cache, check, trust. Only here is YAML read."""
