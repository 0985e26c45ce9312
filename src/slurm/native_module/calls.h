// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "slurm/native_module/abi.h"

// The functions of the module's table, one file each group.
namespace sluice::slurm::native_module {

// Fills `error` with slurm_strerror(errno) behind `doing`; returns -1.
int failed(const char* doing, sluice_slurm_error* error);

inline const char* or_empty(const char* text) {
  return text == nullptr ? "" : text;
}

int submit(const sluice_slurm_request* request, uint32_t* job_id, sluice_slurm_error* error);
int allocate(const sluice_slurm_request* request, uint32_t* job_id, sluice_slurm_error* error);
int job(uint32_t job_id, void (*show)(void*, const sluice_slurm_job*), void* context,
        sluice_slurm_error* error);
int jobs(int64_t since, uint32_t user_id, void (*show)(void*, const sluice_slurm_job*),
         void* context, sluice_slurm_listing* listing, sluice_slurm_error* error);
int nodes(void (*show)(void*, const sluice_slurm_node*), void* context, sluice_slurm_error* error);
int partitions(void (*show)(void*, const sluice_slurm_partition*), void* context,
               sluice_slurm_error* error);

}  // namespace sluice::slurm::native_module
