"""Channels in another order."""

from engine.nn.modules.layer import REQUIRED, layer

ChannelShuffle = layer(
    "ChannelShuffle", "channel_shuffle", "channelshuffle", shown=("groups",), groups=REQUIRED
)

__all__ = ["ChannelShuffle"]
