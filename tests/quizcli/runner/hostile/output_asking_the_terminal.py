# outcome: finished
# shows: ␛[6n ␛[c ␛]11;?␇ ␛P$qm␛\ \x9d11;?\x9c ␅ ␛Z \ue0041
print("\x1b[6n \x1b[c \x1b]11;?\x07 \x1bP$qm\x1b\\ \x9d11;?\x9c \x05 \x1bZ \U000e0041")
