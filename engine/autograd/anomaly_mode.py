"""`torch.autograd.anomaly_mode`."""

from engine.autograd.anomaly import detect_anomaly, set_detect_anomaly

__all__ = ["detect_anomaly", "set_detect_anomaly"]
