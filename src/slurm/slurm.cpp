// SPDX-License-Identifier: Apache-2.0
#include "slurm/slurm.h"

namespace sluice::slurm {

Result<Job> Slurm::job(JobId id) {
  TRY_ASSIGN(JobChanges changes, jobs({}));
  for (Job& job : changes.jobs) {
    if (job.id == id) {
      return std::move(job);
    }
  }
  return fail(Code::kNotFound, "job " + std::to_string(id) + " is unknown");
}

Result<std::vector<Job>> Slurm::remembered_by_name(const std::string& /*name*/) {
  return fail(Code::kUnsupported,
              "accounts are not searched through the adapter " + std::string(adapter()));
}

Result<void> Slurm::update(JobId /*id*/, const JobChange& /*change*/) {
  return fail(Code::kUnsupported,
              "jobs cannot be changed through the adapter " + std::string(adapter()));
}

Result<void> check_own(Slurm& slurm, JobId id, const std::string& comment) {
  TRY_ASSIGN(const Job job, slurm.job(id));
  if (job.comment != comment) {
    return fail(Code::kNotFound, "job " + std::to_string(id) + " is another one by now: \"" +
                                     job.comment + "\" instead of \"" + comment + "\"");
  }
  return {};
}

Result<void> cancel_own(Slurm& slurm, const Job& job) {
  TRY(check_own(slurm, job.id, job.comment));
  return slurm.cancel(job.id);
}

}  // namespace sluice::slurm
