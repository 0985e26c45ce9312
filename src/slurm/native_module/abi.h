// SPDX-License-Identifier: Apache-2.0
#pragma once

// The boundary between sluice and sluice-slurm.so, which links the site's libslurm. Plain C data
// and function pointers only: no C++ types, no exceptions, no memory handed over. Strings live as
// long as the call or the callback that shows them; none is null. Any change of a struct is a new
// SLUICE_SLURM_ABI.

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SLUICE_SLURM_ABI 6U
#define SLUICE_SLURM_ENTRY "sluice_slurm_module"

typedef struct sluice_slurm_error {
  char message[1024];  // Slurm's own words
} sluice_slurm_error;

typedef struct sluice_slurm_cluster {
  char name[256];
  char version[64];
  char control_host[256];
  uint32_t inactive_limit_seconds;  // 0: none
} sluice_slurm_cluster;

typedef struct sluice_slurm_request {
  const char* name;
  const char* comment;
  const char* script;
  const char* partition;  // empty: default
  const char* working_directory;
  const char* output;
  const char* const* environment;  // "NAME=value"
  uint32_t environment_size;
  uint32_t cpus;
  uint64_t memory_mib;          // 0: default
  uint32_t time_limit_minutes;  // 0: default
} sluice_slurm_request;

typedef struct sluice_slurm_job {
  uint32_t id;
  uint32_t exit_status;  // as wait(2)
  uint32_t held;
  uint32_t batch;
  uint32_t priority;
  uint32_t restarts;
  int64_t time_limit_seconds;  // 0: none
  int64_t submit_time;         // seconds since the epoch, 0: none
  int64_t start_time;
  int64_t end_time;
  const char* name;
  const char* comment;
  const char* partition;
  const char* user;
  const char* state;  // "PENDING"
  const char* reason;
  const char* nodes;
} sluice_slurm_job;

typedef struct sluice_slurm_listing {
  int64_t last_update;
  uint32_t unchanged;
} sluice_slurm_listing;

typedef struct sluice_slurm_node {
  const char* name;
  const char* state;
  const char* reason;
  const char* partitions;  // "a,b"
  const char* gres;        // "gpu:a100:4(S:0),fpga:1"
  int64_t cpus;
  int64_t memory_mib;
} sluice_slurm_node;

typedef struct sluice_slurm_partition {
  const char* name;
  uint32_t is_default;
  uint32_t up;
  uint32_t hidden;
  int64_t max_time_seconds;  // 0: no limit
} sluice_slurm_partition;

// Functions return 0, or -1 with `error` filled in. All but `open` may be called by several
// threads.
typedef struct sluice_slurm_functions {
  uint32_t abi;    // SLUICE_SLURM_ABI; the only field that never moves
  uint32_t major;  // Slurm's release it was made for: 22 and 5 of 22.05
  uint32_t minor;

  // Once, before all others. libslurm ends the process on a configuration it cannot read: the
  // caller has checked that it can.
  int (*open)(const char* slurm_conf, sluice_slurm_error* error);
  int (*ping)(sluice_slurm_error* error);
  int (*cluster)(sluice_slurm_cluster* cluster, sluice_slurm_error* error);
  int (*submit)(const sluice_slurm_request* request, uint32_t* job_id, sluice_slurm_error* error);

  // An allocation without a script, granted at once or not at all; script, output and environment
  // are ignored.
  int (*allocate)(const sluice_slurm_request* request, uint32_t* job_id, sluice_slurm_error* error);
  int (*jobs)(int64_t since, uint32_t user_id, void (*show)(void*, const sluice_slurm_job*),
              void* context, sluice_slurm_listing* listing, sluice_slurm_error* error);

  // Shows one job, also somebody else's; an error when slurmctld does not know it.
  int (*job)(uint32_t job_id, void (*show)(void*, const sluice_slurm_job*), void* context,
             sluice_slurm_error* error);
  int (*signal)(uint32_t job_id, uint32_t signal_number, sluice_slurm_error* error);
  int (*signal_steps)(uint32_t job_id, uint32_t signal_number, sluice_slurm_error* error);
  int (*complete)(uint32_t job_id, uint32_t wait_status, sluice_slurm_error* error);
  int (*cancel)(uint32_t job_id, sluice_slurm_error* error);
  int (*nodes)(void (*show)(void*, const sluice_slurm_node*), void* context,
               sluice_slurm_error* error);
  int (*partitions)(void (*show)(void*, const sluice_slurm_partition*), void* context,
                    sluice_slurm_error* error);
} sluice_slurm_functions;

// The module's only symbol, SLUICE_SLURM_ENTRY.
typedef const sluice_slurm_functions* (*sluice_slurm_entry)(void);

#ifdef __cplusplus
}
#endif
