// SPDX-License-Identifier: Apache-2.0
#include <pwd.h>
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string>

#include "slurm/native_module/calls.h"

// Exported by libslurm though not declared in its public header; weak, should a version lack them.
extern "C" {
__attribute__((weak)) const char* slurm_job_state_string(uint32_t state);
__attribute__((weak)) const char* slurm_job_reason_string(uint32_t reason);
}

namespace sluice::slurm::native_module {
namespace {

// slurm_load_jobs answers "unchanged" for next to nothing but otherwise sends everybody's jobs;
// slurm_load_job_user always sends ours only. On a busy cluster, where our jobs are few among many
// that change all the time, the second is cheaper.
std::atomic<bool> we_are_few = false;

int load(time_t since, uint32_t user_id, job_info_msg_t** message) {
  return we_are_few ? slurm_load_job_user(message, user_id, SHOW_ALL)
                    : slurm_load_jobs(since, message, SHOW_ALL);
}

std::string user_name(uint32_t user_id) {
  passwd entry{};
  passwd* found = nullptr;
  char buffer[4096];
  if (::getpwuid_r(user_id, &entry, buffer, sizeof buffer, &found) == 0 && found != nullptr) {
    return found->pw_name;
  }
  return std::to_string(user_id);
}

// As squeue shows it: the free text in one word when there is one.
std::string reason(const slurm_job_info_t& job) {
  if (job.state_desc != nullptr) {
    std::string text = job.state_desc;
    std::replace(text.begin(), text.end(), ' ', '_');
    return text;
  }
  return slurm_job_reason_string != nullptr ? slurm_job_reason_string(job.state_reason)
                                            : "Reason" + std::to_string(job.state_reason);
}

void show_job(const slurm_job_info_t& job, const std::string& user,
              void (*show)(void*, const sluice_slurm_job*), void* context) {
  const std::string why = reason(job);
  const bool limited = job.time_limit != INFINITE && job.time_limit != NO_VAL;
  const sluice_slurm_job shown{
      .id = job.job_id,
      .exit_status = job.exit_code,
      .held = job.priority == 0 ? 1U : 0U,
      .batch = job.batch_flag,
      .priority = job.priority,
      .restarts = job.restart_cnt,
      .time_limit_seconds = limited ? int64_t{job.time_limit} * 60 : 0,
      .submit_time = job.submit_time,
      .start_time = job.start_time,
      .end_time = job.end_time,
      .name = or_empty(job.name),
      .comment = or_empty(job.comment),
      .partition = or_empty(job.partition),
      .user = user.c_str(),
      .state =
          slurm_job_state_string != nullptr ? slurm_job_state_string(job.job_state) : "UNKNOWN",
      .reason = why.c_str(),
      .nodes = or_empty(job.nodes),
  };
  show(context, &shown);
}

}  // namespace

int job(uint32_t job_id, void (*show)(void*, const sluice_slurm_job*), void* context,
        sluice_slurm_error* error) {
  job_info_msg_t* message = nullptr;
  if (slurm_load_job(&message, job_id, SHOW_ALL) != SLURM_SUCCESS) {
    return failed("asking for a job", error);
  }
  for (uint32_t i = 0; i < message->record_count; ++i) {
    const slurm_job_info_t& found = message->job_array[i];
    show_job(found, user_name(found.user_id), show, context);
  }
  slurm_free_job_info_msg(message);
  return 0;
}

int jobs(int64_t since, uint32_t user_id, void (*show)(void*, const sluice_slurm_job*),
         void* context, sluice_slurm_listing* listing, sluice_slurm_error* error) {
  job_info_msg_t* message = nullptr;
  if (load(static_cast<time_t>(since), user_id, &message) != SLURM_SUCCESS) {
    if (errno == SLURM_NO_CHANGE_IN_DATA) {
      *listing = {since, 1};
      return 0;
    }
    return failed("listing jobs", error);
  }
  const std::string user = user_name(user_id);
  uint32_t ours = 0;
  for (uint32_t i = 0; i < message->record_count; ++i) {
    if (message->job_array[i].user_id == user_id) {
      ++ours;
      show_job(message->job_array[i], user, show, context);
    }
  }
  constexpr uint32_t kManyStrangers = 1000;
  if (!we_are_few && message->record_count > 4 * ours + kManyStrangers) {
    we_are_few = true;
  }
  *listing = {message->last_update, 0};
  slurm_free_job_info_msg(message);
  return 0;
}

}  // namespace sluice::slurm::native_module
