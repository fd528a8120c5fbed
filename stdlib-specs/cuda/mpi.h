// <mpi.h>: declarations for code of the host, written from the standard of MPI.
#pragma once
#include <stddef.h>
typedef struct _sepal_comm *MPI_Comm;
typedef struct _sepal_type *MPI_Datatype;
typedef struct _sepal_op *MPI_Op;
typedef struct _sepal_request *MPI_Request;
typedef struct _sepal_group *MPI_Group;
typedef struct _sepal_info *MPI_Info;
typedef struct { int MPI_SOURCE, MPI_TAG, MPI_ERROR; } MPI_Status;
extern MPI_Comm MPI_COMM_WORLD, MPI_COMM_SELF, MPI_COMM_NULL;
extern MPI_Datatype MPI_CHAR, MPI_SHORT, MPI_INT, MPI_LONG, MPI_LONG_LONG, MPI_LONG_LONG_INT, MPI_UNSIGNED_CHAR,
    MPI_UNSIGNED_SHORT, MPI_UNSIGNED, MPI_UNSIGNED_LONG, MPI_UNSIGNED_LONG_LONG, MPI_FLOAT, MPI_DOUBLE, MPI_BYTE;
extern MPI_Op MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_LAND, MPI_LOR, MPI_BAND, MPI_BOR;
extern MPI_Info MPI_INFO_NULL;
extern MPI_Request MPI_REQUEST_NULL;
extern MPI_Status *MPI_STATUS_IGNORE, *MPI_STATUSES_IGNORE;
extern void *MPI_IN_PLACE;
enum { MPI_SUCCESS, MPI_ANY_SOURCE = -1, MPI_ANY_TAG = -1, MPI_COMM_TYPE_SHARED = 0, MPI_MAX_PROCESSOR_NAME = 256,
       MPI_MAX_ERROR_STRING = 512 };
extern "C" {
int MPI_Init(int *argc, char ***argv);
int MPI_Finalize();
int MPI_Abort(MPI_Comm comm, int code);
double MPI_Wtime();
int MPI_Comm_rank(MPI_Comm comm, int *rank);
int MPI_Comm_size(MPI_Comm comm, int *size);
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *out);
int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *out);
int MPI_Comm_group(MPI_Comm comm, MPI_Group *group);
int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *out);
int MPI_Comm_free(MPI_Comm *comm);
int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group *out);
int MPI_Group_translate_ranks(MPI_Group group, int n, const int ranks[], MPI_Group other, int out[]);
int MPI_Get_processor_name(char *name, int *length);
int MPI_Error_string(int code, char *text, int *length);
int MPI_Barrier(MPI_Comm comm);
int MPI_Send(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
int MPI_Recv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status);
int MPI_Isend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Irecv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Sendrecv(const void *out, int nout, MPI_Datatype tout, int to, int tag, void *in, int nin, MPI_Datatype tin,
                 int from, int intag, MPI_Comm comm, MPI_Status *status);
int MPI_Wait(MPI_Request *request, MPI_Status *status);
int MPI_Waitall(int n, MPI_Request requests[], MPI_Status *statuses);
int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count);
int MPI_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm);
int MPI_Reduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm);
int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Exscan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Scan(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Gather(const void *in, int nin, MPI_Datatype tin, void *out, int nout, MPI_Datatype tout, int root,
               MPI_Comm comm);
int MPI_Allgather(const void *in, int nin, MPI_Datatype tin, void *out, int nout, MPI_Datatype tout, MPI_Comm comm);
int MPI_Scatter(const void *in, int nin, MPI_Datatype tin, void *out, int nout, MPI_Datatype tout, int root,
                MPI_Comm comm);
}
