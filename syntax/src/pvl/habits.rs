//! Words of CUDA, OpenCL C and C that people write out of habit, and what PVL has instead.
//!
//! In: a word of these languages. Out: a sentence for the help of a diagnostic.

use ir::Axis;

/// What to write instead of a word of those languages; `None` for other words.
pub fn instead(word: &str) -> Option<&'static str> {
    Some(match word {
        "threadIdx" | "get_local_id" => "the thread's number in its group is `lid`, and its number in the launch `tid`",
        "blockIdx" | "get_group_id" => "the group's number is `gid`; `blockIdx.x * blockDim.x + threadIdx.x` is `tid`",
        "blockDim" | "get_local_size" => "the number of threads in a group is `gsize`",
        "gridDim" | "get_num_groups" => "the number of groups is `ngroups`, and the number of all threads `tcount`",
        "get_global_id" => "the thread's number in the launch is `tid`",
        "get_global_size" => "the number of all threads is `tcount`",
        "__syncthreads" | "CLK_LOCAL_MEM_FENCE" => {
            "write `barrier(local) { … }` where threads meet, or `barrier(both)` if they exchange values in global \
            memory, too; the contract of the barrier stands in the braces"
        }
        "CLK_GLOBAL_MEM_FENCE" => {
            "write `barrier(global) { … }`, or `barrier(both)` for local memory, too; the contract of the barrier \
            stands in the braces"
        }
        "__syncwarp" => "threads exchange values only at a `barrier(…)`",
        "mem_fence" | "__threadfence" | "__threadfence_system" => {
            "write `fence;`, which is of use beside `atomic relaxed`; proofs conclude nothing from it"
        }
        "__threadfence_block" => {
            "write `fence group;`, which is of use beside `atomic relaxed`; proofs conclude nothing from it"
        }
        "__shared__" | "__local" => {
            "local memory is declared in the kernel, in front of its contract, with the length behind the type: `local \
            int[gsize] s;`"
        }
        "__global" | "__constant" | "__constant__" => {
            "global memory is declared in the kernel, in front of its contract, with the length behind the type: \
            `global int[n] a;`"
        }
        "__global__" | "__kernel" => {
            "write `kernel name { global int[n] a; … void main() { … } }`: scalars and arrays are declared in the \
            kernel instead of parameters, and an array has a length"
        }
        "__device__" | "inline" => {
            "write a `pure` function, with an expression as its body: `pure int f(int x) = x + \
            1;`, or a procedure: `int f(int x) { return x + 1; }`"
        }
        "switch" | "case" => "write `if … else if … else`",
        "goto" => "write loops and `if`",
        "printf" => "a kernel prints nothing: store the value in an array; `sepal run` shows the arrays",
        "unsigned" | "signed" | "long" | "short" | "char" | "size_t" | "uint" | "ulong" | "uchar" | "ushort"
        | "int8_t" | "int16_t" | "int32_t" | "int64_t" | "uint8_t" | "uint16_t" | "uint32_t" | "uint64_t" | "half"
        | "auto" => {
            "the types are `int`, which has no limits, `bool`, `float` and `double`; `\\wrap(u32, e)` and \
            `\\checked(i32, e)` compute in a width"
        }
        "int2" | "int3" | "int4" | "uint2" | "uint3" | "uint4" | "float2" | "float3" | "float4" | "float8"
        | "float16" | "double2" | "double4" | "dim3" => {
            "there are no vectors: write one variable or array for each component"
        }
        "const" | "volatile" | "static" | "extern" | "register" | "restrict" | "__restrict__" | "__restrict" => {
            "leave it out: the permissions of a thread say what it may read and write"
        }
        "struct" | "typedef" | "enum" | "union" => {
            "PVL kernels cannot define types: write one variable or array for each field"
        }
        "atomicAdd" | "atomicSub" | "atomicMax" | "atomicMin" | "atomicCAS" | "atomicExch" | "atomic_add"
        | "atomic_sub" | "atomic_inc" | "atomic_dec" | "atomic_max" | "atomic_min" | "atomic_cmpxchg" => {
            "write `atomic relaxed { a[i] := a[i] + 1; }`: a block is one indivisible step, and may read the old value \
            into a variable"
        }
        "cudaMemcpyAsync" => {
            "write `copy(to, from, stream = s);`, or `copy(to, from, count, stream = s);` for the first `count` \
            elements"
        }
        "cudaStream_t" | "cudaStreamCreate" => "a stream is declared in a procedure of the top level: `stream s;`",
        "cudaEvent_t" | "cudaEventCreate" | "cudaEventRecord" => "write `event e = record(s);`",
        "cudaStreamWaitEvent" => "write `wait(s, e);`: operations of the stream `s` wait for the event `e`",
        "cudaStreamSynchronize" | "cudaEventSynchronize" => {
            "write `synchronize(s);` to wait for the stream or the event `s`"
        }
        "cudaMemcpy" | "clEnqueueWriteBuffer" | "clEnqueueReadBuffer" | "clEnqueueCopyBuffer" => {
            "write `copy(to, from);`, or `copy(to, from, count);` for the first `count` elements"
        }
        "cudaMalloc" | "cudaMallocManaged" | "clCreateBuffer" | "cl_mem" => {
            "device memory is declared in a procedure of the top level: `device int[n] d;`"
        }
        "cudaFree" | "clReleaseMemObject" => {
            "leave it out: an array exists up to the end of the block that declares it"
        }
        "cudaDeviceSynchronize" | "clFinish" => {
            "write `synchronize();` to wait for all streams; the host waits for a `launch` without a stream anyway"
        }
        "cudaLaunchKernel" | "clEnqueueNDRangeKernel" => {
            "write `launch k(groups = 4, threads = 256)(n, d);`, with an argument for each global scalar and array of \
            the kernel"
        }
        "__host__" => "leave it out: a procedure of the top level is code of the host if it launches kernels or copies",
        "NULL" | "nullptr" | "malloc" | "sizeof" => {
            "there are no pointers: an array is declared in the kernel, \
            `global int[n] a;`"
        }
        _ => return None,
    })
}

/// What to write instead of a word of those languages for a position or size in one dimension, such as `threadIdx.y` or
/// `get_global_id(1)`.
pub fn launch_instead(word: &str, axis: Axis) -> Option<String> {
    let (what, name) = match word {
        "threadIdx" | "get_local_id" => ("the thread's number in its group", "lid"),
        "blockIdx" | "get_group_id" => ("the group's number", "gid"),
        "blockDim" | "get_local_size" => ("the number of threads in a group", "gsize"),
        "gridDim" | "get_num_groups" => ("the number of groups", "ngroups"),
        "get_global_id" => ("the thread's number in the launch", "tid"),
        "get_global_size" => ("the number of all threads", "tcount"),
        _ => return None,
    };
    let first = if axis == Axis::X { format!("`{name}`, or with several dimensions ") } else { String::new() };
    let axis = axis.name();
    let whole = match word {
        "threadIdx" | "blockIdx" => format!("; `blockIdx.{axis} * blockDim.{axis} + threadIdx.{axis}` is `tid.{axis}`"),
        _ => String::new(),
    };
    Some(format!("{what} is {first}`{name}.{axis}`{whole}"))
}

/// Like [`instead`], for functions of those languages' libraries. A variable may have such a name.
pub fn function_instead(name: &str) -> Option<&'static str> {
    Some(match name {
        "fma" | "fmaf" | "__fmaf_rn" => "write `\\fma(a, b, c)`",
        "sqrt" | "sqrtf" | "__fsqrt_rn" => "write `\\sqrt(x)`",
        "free" => "leave it out: an array exists up to the end of the block that declares it",
        _ => return instead(name),
    })
}

/// Functions that are no more than an operation of PVL, which a file in PVL writes instead. Files of specifications say
/// of them what they are on devices on which they are not exact.
pub fn is_operation(name: &str) -> bool {
    matches!(name, "sqrt" | "sqrtf")
}
