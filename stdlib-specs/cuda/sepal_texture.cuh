// Textures, surfaces and arrays of CUDA. A read of a texture is an abstract function, and Sepal refuses surfaces.
#pragma once

// How a texture is read and addressed.
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
#define cudaTextureType1D 1
#define cudaTextureType2D 2
#define cudaTextureType3D 3
#define cudaTextureTypeCubemap 12
#define cudaTextureType1DLayered 241
#define cudaTextureType2DLayered 242
#define cudaSurfaceType2D 2
#define cudaArrayDefault 0
#define cudaArrayLayered 1
#define cudaArraySurfaceLoadStore 2
#define cudaArrayCubemap 4

// Channel formats and resources.
enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat, cudaChannelFormatKindNone
};
struct cudaChannelFormatDesc {
  int x, y, z, w;
  cudaChannelFormatKind f;
};
template <class _T> cudaChannelFormatDesc cudaCreateChannelDesc();
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind);
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
struct cudaMemcpy3DParms {
  cudaArray_t srcArray; cudaPos srcPos; cudaPitchedPtr srcPtr;
  cudaArray_t dstArray; cudaPos dstPos; cudaPitchedPtr dstPtr;
  cudaExtent extent; cudaMemcpyKind kind;
};
enum cudaResourceType {
  cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear, cudaResourceTypePitch2D
};
struct cudaResourceDesc {
  cudaResourceType resType;
  struct {
    struct { cudaArray_t array; } array;
    struct { cudaMipmappedArray_t mipmap; } mipmap;
    struct { void *devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
    struct { void *devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
  } res;
};
struct cudaTextureDesc {
  cudaTextureAddressMode addressMode[3];
  cudaTextureFilterMode filterMode;
  cudaTextureReadMode readMode;
  int sRGB, normalizedCoords;
  float borderColor[4];
  unsigned maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};

// Texture and surface references, the older form.
struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
};
template <class _T, int Type = 1, cudaTextureReadMode Mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {};
struct surfaceReference { cudaChannelFormatDesc channelDesc; };
template <class _T, int Type = 1> struct __attribute__((device_builtin_surface_type)) surface;
template <int Type> struct __attribute__((device_builtin_surface_type)) surface<void, Type> : surfaceReference {};

// The type of one read: the element, or floats when the values are normalised.
template <class _T, cudaTextureReadMode Mode> struct sepal_texel { typedef _T type; };
#define SEPAL_TEXEL(_T, _F) template <> struct sepal_texel<_T, cudaReadModeNormalizedFloat> { typedef _F type; };
SEPAL_TEXEL(unsigned char, float)
SEPAL_TEXEL(uchar4, float4)
SEPAL_TEXEL(unsigned short, float)
SEPAL_TEXEL(ushort4, float4)
#undef SEPAL_TEXEL

// Reads: tex*(reference, …), tex*<T>(object, …) and tex*(&result, object, …).
#pragma clang force_cuda_host_device begin
#define SEPAL_TEX(NAME, ...) \
  template <class _T, int _N, cudaTextureReadMode _M> \
  typename sepal_texel<_T, _M>::type NAME(const texture<_T, _N, _M> &reference, __VA_ARGS__); \
  template <class _T> _T NAME(cudaTextureObject_t object, __VA_ARGS__); \
  template <class _T> void NAME(_T *result, cudaTextureObject_t object, __VA_ARGS__);
SEPAL_TEX(tex1Dfetch, int x)
SEPAL_TEX(tex1D, float x)
SEPAL_TEX(tex2D, float x, float y)
SEPAL_TEX(tex3D, float x, float y, float z)
SEPAL_TEX(tex1DLayered, float x, int layer)
SEPAL_TEX(tex2DLayered, float x, float y, int layer)
SEPAL_TEX(tex2DLod, float x, float y, float level)
SEPAL_TEX(texCubemap, float x, float y, float z)
#undef SEPAL_TEX
#define SEPAL_SURF(DIM, ...) \
  template <class _T, class _S> _T surf##DIM##read(_S surface, __VA_ARGS__, \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
  template <class _T, class _S> void surf##DIM##read(_T *result, _S surface, __VA_ARGS__, \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap); \
  template <class _T, class _S> void surf##DIM##write(_T value, _S surface, __VA_ARGS__, \
      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap);
SEPAL_SURF(1D, int x)
SEPAL_SURF(2D, int x, int y)
SEPAL_SURF(3D, int x, int y, int z)
SEPAL_SURF(2DLayered, int x, int y, int layer)
#undef SEPAL_SURF
#pragma clang force_cuda_host_device end

// Host side: arrays, bindings and objects.
cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth);
cudaPos make_cudaPos(size_t x, size_t y, size_t z);
cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t xsize, size_t ysize);
cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *format, size_t width, size_t height = 0,
                            unsigned flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *format, cudaExtent extent,
                              unsigned flags = 0);
cudaError_t cudaMalloc3D(cudaPitchedPtr *p, cudaExtent extent);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p);
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t size, cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t size, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, cudaMemcpyKind kind);
template <class _X> cudaError_t cudaBindTexture(size_t *offset, _X &reference, const void *p, size_t size = ~0UL);
template <class _X>
cudaError_t cudaBindTexture(size_t *offset, _X &reference, const void *p, const cudaChannelFormatDesc &format,
                            size_t size = ~0UL);
template <class _X>
cudaError_t cudaBindTexture2D(size_t *offset, _X &reference, const void *p, const cudaChannelFormatDesc &format,
                              size_t width, size_t height, size_t pitch);
template <class _X> cudaError_t cudaBindTextureToArray(_X &reference, cudaArray_const_t array);
template <class _X>
cudaError_t cudaBindTextureToArray(_X &reference, cudaArray_const_t array, const cudaChannelFormatDesc &format);
template <class _X> cudaError_t cudaBindSurfaceToArray(_X &reference, cudaArray_const_t array);
template <class _X> cudaError_t cudaUnbindTexture(_X &reference);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const cudaResourceDesc *resource,
                                    const cudaTextureDesc *texture, const void *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);
