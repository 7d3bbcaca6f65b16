"""The bank: YAML files become topics; look-up, cache, check, trust. The only room that reads YAML."""
