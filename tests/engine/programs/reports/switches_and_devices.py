import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


print(
    torch.backends.cudnn.enabled,
    torch.backends.cudnn.benchmark,
    torch.backends.cudnn.deterministic,
    torch.backends.cudnn.allow_tf32,
    torch.backends.cuda.matmul.allow_tf32,
    torch.backends.mps.is_available(),
    torch.backends.mps.is_built(),
    torch.backends.cuda.is_built(),
    torch.backends.cudnn.is_available(),
    torch.backends.cudnn.version(),
    torch.backends.openmp.is_available(),
    torch.get_float32_matmul_precision(),
)
torch.backends.cudnn.benchmark = True
torch.backends.cudnn.deterministic = True
print(torch.backends.cudnn.benchmark)
torch.backends.cuda.matmul.allow_tf32 = True
torch.set_float32_matmul_precision("high")
print(torch.get_float32_matmul_precision())
print(tried(lambda: torch.set_float32_matmul_precision("foo")))
torch.set_float32_matmul_precision("highest")
torch.use_deterministic_algorithms(True)
print(
    torch.are_deterministic_algorithms_enabled(),
    torch.is_deterministic_algorithms_warn_only_enabled(),
    torch.get_deterministic_debug_mode(),
)
torch.use_deterministic_algorithms(False)
torch.set_deterministic_debug_mode("warn")
print(torch.get_deterministic_debug_mode())
torch.set_deterministic_debug_mode(0)
print(
    torch.version.cuda,
    torch.version.__version__.split("+")[0],
    torch.__version__.split("+")[0],
    torch.__version__ >= "2.0",
    tuple(torch.__version__ < (3,) for _ in range(1)),
    torch.version.hip,
)
print(torch.backends.mkldnn.is_available() in (True, False))
print(
    torch.cuda.is_bf16_supported() if False else 0,
    torch.mps.device_count() if False else 0,
    torch.accelerator.is_available(),
)
print(torch.xpu.is_available())
with torch.backends.cudnn.flags(enabled=False):
    print(torch.backends.cudnn.enabled)
print(
    torch.cuda.is_initialized(),
    torch.cuda.memory_reserved(),
    torch.cuda.max_memory_allocated(),
    tried(lambda: torch.cuda.get_device_properties(0)),
    tried(lambda: torch.cuda.Event(enable_timing=True)) if False else 0,
    tried(lambda: torch.cuda.current_stream()),
    torch.cuda.get_arch_list(),
    tried(lambda: torch.cuda.get_device_capability()),
    tried(lambda: torch.cuda.mem_get_info()),
    tried(lambda: torch.cuda.get_rng_state()),
    torch.cuda.get_rng_state_all(),
    tried(lambda: torch.cuda.init()),
    tried(lambda: torch.cuda.seed_all()),
    tried(lambda: torch.cuda.ipc_collect()),
)
