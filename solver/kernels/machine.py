"""Machine code of a kernel and all that it calls, as an object file of this machine."""

from __future__ import annotations

from collections.abc import Callable

from llvmlite import binding

from solver.kernels.translate import translate


def machine_code(kernel: Callable[[int], None], name: str, has_loops_for_vectors: bool = False) -> bytes:
    """The code of a kernel as a function of this name, which takes the address of a request.

    LLVM unrolls loops or makes them loops over vectors, not both, which would take it half as long again and
    makes no code faster. Nor does a copy of a function at a call, unless that makes the code shorter.
    """
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(),
        features=binding.get_host_cpu_features().flatten(),
        opt=2,
        reloc="pic",
        codemodel="small",
    )
    module = binding.parse_assembly(translate(kernel, name))
    module.triple, module.data_layout = target.triple, str(target.target_data)
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = has_loops_for_vectors
    options.loop_unrolling = not has_loops_for_vectors
    options.inlining_threshold = 0
    builder = binding.create_pass_builder(target, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = target.emit_object(module)
    return code
