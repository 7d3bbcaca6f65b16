# outcome: finished
# prints: none
import resource

raised = 0
for name in ("AS", "CPU", "FSIZE", "NOFILE", "CORE", "NPROC"):
    try:
        endless = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), endless)
        raised += name != "NPROC"
    except (ValueError, OSError):
        pass
print(raised or "none")
