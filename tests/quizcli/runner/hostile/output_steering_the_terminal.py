# outcome: finished
# shows: ␛]0;owned␇ ␛]52;c;b3duZWQ=␇ ␛[2J␛[H ␛[8m \u202egpj.exe \x9b31m ␈␈␈␍.
print("\x1b]0;owned\x07 \x1b]52;c;b3duZWQ=\x07 \x1b[2J\x1b[H \x1b[8m \u202egpj.exe \x9b31m \b\b\b\r.")
