// SPDX-License-Identifier: Apache-2.0
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <ctime>

#include "slurm/native_module/calls.h"

// Exported by libslurm though not declared in its public header; weak, should a version lack it.
extern "C" {
__attribute__((weak)) void slurm_free_will_run_response_msg(will_run_response_msg_t* message);
}

namespace sluice::slurm::native_module {
namespace {

constexpr int kClockSkewSeconds = 2;  // between slurmctld's machine and this one

// libslurm takes char* everywhere and changes none of it.
char* mutable_text(const char* text) {
  return const_cast<char*>(text);
}

// Size, place and identity.
void fill(job_desc_msg_t& job, const sluice_slurm_request& request) {
  slurm_init_job_desc_msg(&job);
  job.name = mutable_text(request.name);
  job.comment = mutable_text(request.comment);
  if (*request.partition != '\0') {
    job.partition = mutable_text(request.partition);
  }
  job.work_dir = mutable_text(request.working_directory);
  job.user_id = ::getuid();
  job.group_id = ::getgid();
  job.num_tasks = 1;
  job.cpus_per_task = static_cast<uint16_t>(request.cpus);
  job.min_cpus = request.cpus;
  if (request.memory_mib > 0) {
    job.pn_min_memory = request.memory_mib;
  }
  if (request.time_limit_minutes > 0) {
    job.time_limit = request.time_limit_minutes;
  }
}

void fill_script(job_desc_msg_t& job, const sluice_slurm_request& request) {
  job.script = mutable_text(request.script);
  job.std_out = mutable_text(request.output);
  job.std_in = mutable_text("/dev/null");
  job.environment = const_cast<char**>(request.environment);
  job.env_size = request.environment_size;
  job.requeue = 1;  // see JobRequest
}

// An allocation that is declined stays in the accounts as a job that failed; a question does not.
int would_start_now(job_desc_msg_t& job, bool& yes) {
  will_run_response_msg_t* response = nullptr;
  if (slurm_job_will_run2(&job, &response) != SLURM_SUCCESS || response == nullptr) {
    return SLURM_ERROR;
  }
  yes = response->start_time <= std::time(nullptr) + kClockSkewSeconds;
  if (slurm_free_will_run_response_msg != nullptr) {
    slurm_free_will_run_response_msg(response);
  }
  return SLURM_SUCCESS;
}

int busy(sluice_slurm_error* error) {
  std::snprintf(error->message, sizeof error->message,
                "Unable to allocate resources: they are busy");
  return -1;
}

}  // namespace

int submit(const sluice_slurm_request* request, uint32_t* job_id, sluice_slurm_error* error) {
  job_desc_msg_t job;
  fill(job, *request);
  fill_script(job, *request);
  submit_response_msg_t* response = nullptr;
  const int result = slurm_submit_batch_job(&job, &response);
  const int code = errno;
  if (result == SLURM_SUCCESS && response != nullptr) {
    *job_id = response->job_id;
    slurm_free_submit_response_response_msg(response);
    return 0;
  }
  const char* said = response == nullptr ? nullptr : response->job_submit_user_msg;
  std::snprintf(error->message, sizeof error->message, "%s%sBatch job submission failed: %s",
                or_empty(said), said == nullptr ? "" : "\n", slurm_strerror(code));
  if (response != nullptr) {
    slurm_free_submit_response_response_msg(response);
  }
  return -1;
}

int allocate(const sluice_slurm_request* request, uint32_t* job_id, sluice_slurm_error* error) {
  job_desc_msg_t job;
  fill(job, *request);
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  job.alloc_node = host;
  bool free = false;
  if (would_start_now(job, free) != SLURM_SUCCESS) {
    return failed("Unable to allocate resources", error);
  }
  if (!free) {
    return busy(error);
  }
  job.immediate = 1;
  resource_allocation_response_msg_t* response = nullptr;
  if (slurm_allocate_resources(&job, &response) != SLURM_SUCCESS || response == nullptr) {
    return failed("Unable to allocate resources", error);
  }
  *job_id = response->job_id;
  const bool granted = response->node_cnt > 0 && response->node_list != nullptr;
  slurm_free_resource_allocation_response_msg(response);
  if (granted) {
    return 0;
  }
  // It waits after all, and has no other owner yet.
  slurm_complete_job(*job_id, 0);
  return busy(error);
}

}  // namespace sluice::slurm::native_module
