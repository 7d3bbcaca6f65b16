# outcome: memory raised timeout
import zlib

bomb = zlib.compress(bytes(1 << 26), 9)
kept = [zlib.decompress(bomb) for _ in range(1 << 20)]
