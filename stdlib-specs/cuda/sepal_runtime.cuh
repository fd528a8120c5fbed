// The host's side of CUDA: parts of C's library that come with every file, and the runtime API. Sepal does not read the
// host's functions; the declarations let files that contain them be parsed.
#pragma once

// The library of C.
extern "C" {
void *calloc(size_t count, size_t size);
void *realloc(void *p, size_t size);
void exit(int code) __attribute__((noreturn));
void abort() __attribute__((noreturn));
size_t strlen(const char *s);
int strcmp(const char *x, const char *y);
int strncmp(const char *x, const char *y, size_t n);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t n);
int rand();
void srand(unsigned seed);
int atoi(const char *s);
double atof(const char *s);
typedef long time_t;
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
};
time_t time(time_t *now);
struct timeval { long tv_sec, tv_usec; };
struct timespec { long tv_sec, tv_nsec; };
}

// The runtime API: results of calls.
enum cudaError {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorAssert = 710,
  cudaErrorInitializationError = 3,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidDevicePointer = 17,
  cudaErrorInvalidDeviceFunction = 98,
  cudaErrorNoDevice = 100,
  cudaErrorInvalidDevice = 101,
  cudaErrorInvalidResourceHandle = 400,
  cudaErrorNotReady = 600,
  cudaErrorIllegalAddress = 700,
  cudaErrorPeerAccessAlreadyEnabled = 704,
  cudaErrorLaunchFailure = 719,
  cudaErrorCooperativeLaunchTooLarge = 720,
  cudaErrorNotPermitted = 800,
  cudaErrorNotSupported = 801,
  cudaErrorUnknown = 999
};
typedef enum cudaError cudaError_t;
#pragma clang force_cuda_host_device begin
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);
cudaError_t cudaDeviceSynchronize();
#pragma clang force_cuda_host_device end

// The runtime API: streams, events and launches (k<<<g, b, s, st>>>() calls the configuration function).
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaEventDefault 0
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
extern "C" cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
extern "C" unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = 0);
template <class _F>
cudaError_t cudaLaunchKernel(_F kernel, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t stream = 0);
template <class _F>
cudaError_t cudaLaunchCooperativeKernel(_F kernel, dim3 grid, dim3 block, void **args, size_t shared = 0,
                                        cudaStream_t stream = 0);
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
enum cudaStreamCaptureMode {
  cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed
};
cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
template <class... _A> cudaError_t cudaGraphInstantiate(cudaGraphExec_t *executable, cudaGraph_t graph, _A... rest);
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream);
cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable);
cudaError_t cudaStreamQuery(cudaStream_t stream);
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status, void *data);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, void (*f)(void *), void *data);
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest);
enum cudaAccessProperty {
  cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting
};
struct cudaAccessPolicyWindow {
  void *base_ptr; size_t num_bytes; float hitRatio; cudaAccessProperty hitProp, missProp;
};
enum cudaStreamAttrID {
  cudaStreamAttributeAccessPolicyWindow = 1,
  cudaStreamAttributeSynchronizationPolicy = 3
};
union cudaStreamAttrValue { cudaAccessPolicyWindow accessPolicyWindow; int syncPolicy; };
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID what, const cudaStreamAttrValue *value);
cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID what, cudaStreamAttrValue *value);
cudaError_t cudaCtxResetPersistingL2Cache();
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop);

// The runtime API: memory.
enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};
#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocMapped 2
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterDefault 0
#define cudaHostRegisterPortable 1
#define cudaHostRegisterMapped 2
#define cudaMemAttachGlobal 1
#define cudaMemAttachHost 2
#define cudaMemAttachSingle 4
template <class _T> cudaError_t cudaMalloc(_T **p, size_t size);
template <class _T> cudaError_t cudaMallocHost(_T **p, size_t size, unsigned flags = 0);
template <class _T> cudaError_t cudaMallocManaged(_T **p, size_t size, unsigned flags = cudaMemAttachGlobal);
template <class _T> cudaError_t cudaMallocAsync(_T **p, size_t size, cudaStream_t stream);
template <class _T> cudaError_t cudaMallocPitch(_T **p, size_t *pitch, size_t width, size_t height);
template <class _T> cudaError_t cudaHostAlloc(_T **p, size_t size, unsigned flags);
template <class _T> cudaError_t cudaHostGetDevicePointer(_T **device, void *host, unsigned flags);
cudaError_t cudaHostRegister(void *p, size_t size, unsigned flags);
cudaError_t cudaHostUnregister(void *p);
cudaError_t cudaFree(void *p);
cudaError_t cudaFreeHost(void *p);
cudaError_t cudaFreeAsync(void *p, cudaStream_t stream);
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream = 0);
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t size);
template <class _T>
cudaError_t cudaMemcpyToSymbol(const _T &symbol, const void *from, size_t size, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice);
template <class _T>
cudaError_t cudaMemcpyFromSymbol(void *to, const _T &symbol, size_t size, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost);
template <class _T>
cudaError_t cudaMemcpyToSymbolAsync(const _T &symbol, const void *from, size_t size, size_t offset, cudaMemcpyKind kind,
                                    cudaStream_t stream = 0);
template <class _T> cudaError_t cudaGetSymbolAddress(void **p, const _T &symbol);
template <class _T> cudaError_t cudaGetSymbolSize(size_t *size, const _T &symbol);
cudaError_t cudaMemset(void *p, int value, size_t size);
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned };
enum cudaMemLocationType { cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice };
enum cudaMemAccessFlags {
  cudaMemAccessFlagsProtNone = 0,
  cudaMemAccessFlagsProtRead = 1,
  cudaMemAccessFlagsProtReadWrite = 3
};
enum cudaMemPoolAttr { cudaMemPoolAttrReleaseThreshold = 4 };
struct cudaMemLocation { cudaMemLocationType type; int id; };
struct cudaMemAccessDesc { cudaMemLocation location; cudaMemAccessFlags flags; };
struct cudaMemPoolProps { cudaMemAllocationType allocType; int handleTypes; cudaMemLocation location; };
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr what, void *value);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *access, size_t count);
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
template <class _T> cudaError_t cudaMallocFromPoolAsync(_T **p, size_t size, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaMemsetAsync(void *p, int value, size_t size, cudaStream_t stream = 0);
cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseSetPreferredLocation = 3,
  cudaMemAdviseSetAccessedBy = 5
};
cudaError_t cudaMemAdvise(const void *p, size_t size, cudaMemoryAdvise advice, int device);
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *p, size_t size = 0, unsigned flags = 4);
cudaError_t cudaMemPrefetchAsync(const void *p, size_t size, int device, cudaStream_t stream = 0);

// The runtime API: devices and kernels' properties.
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, memPitch, totalConstMem, textureAlignment, surfaceAlignment;
  size_t sharedMemPerMultiprocessor, sharedMemPerBlockOptin, texturePitchAlignment, reservedSharedMemPerBlock;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate, major, minor;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
  int maxTexture1D, maxTexture2D[2], maxTexture3D[3], maxTexture1DLayered[2], maxTexture2DLayered[3];
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount;
  int unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, pageableMemoryAccess;
  int hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio, concurrentManagedAccess;
  int computePreemptionSupported, canUseHostPointerForRegisteredMem, cooperativeLaunch, cooperativeMultiDeviceLaunch;
  int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize, directManagedMemAccessFromHost;
};
enum cudaComputeMode { cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited };
enum cudaFuncCache {
  cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte
};
enum cudaLimit {
  cudaLimitStackSize = 0,
  cudaLimitPrintfFifoSize = 1,
  cudaLimitMallocHeapSize = 2,
  cudaLimitPersistingL2CacheSize = 6
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxBlockDimX = 2,
  cudaDevAttrMaxBlockDimY = 3,
  cudaDevAttrMaxBlockDimZ = 4,
  cudaDevAttrMaxGridDimX = 5,
  cudaDevAttrMaxGridDimY = 6,
  cudaDevAttrMaxGridDimZ = 7,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrClockRate = 13,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrIntegrated = 18,
  cudaDevAttrCanMapHostMemory = 19,
  cudaDevAttrComputeMode = 20,
  cudaDevAttrMemoryClockRate = 36,
  cudaDevAttrGlobalMemoryBusWidth = 37,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrUnifiedAddressing = 41,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrManagedMemory = 83,
  cudaDevAttrConcurrentManagedAccess = 89,
  cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
  cudaDevAttrMemoryPoolsSupported = 115
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, maxDynamicSharedSizeBytes;
};
#define cudaDeviceScheduleAuto 0
#define cudaDeviceScheduleSpin 1
#define cudaDeviceScheduleYield 2
#define cudaDeviceScheduleBlockingSync 4
#define cudaDeviceBlockingSync 4
#define cudaDeviceMapHost 8
#define cudaCpuDeviceId (-1)
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *properties);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceReset();
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig config);
cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);
cudaError_t cudaThreadSynchronize();
cudaError_t cudaThreadExit();
template <class _F> cudaError_t cudaFuncSetCacheConfig(_F kernel, cudaFuncCache config);
template <class _F> cudaError_t cudaFuncSetAttribute(_F kernel, cudaFuncAttribute attribute, int value);
template <class _F> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, _F kernel);
template <class _F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, _F kernel, int block_size, size_t shared);
template <class _F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid_size, int *block_size, _F kernel, size_t shared = 0,
                                               int limit = 0);
