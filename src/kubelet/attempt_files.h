// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "pod/protocol.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

// The kubelet's side of the attempt directories below <home>/pods. Nothing here is flushed to disk:
// losing an intent or a job id by a power cut is harmless, for the claim decides who runs.
// Thread-safe for different pods.
class AttemptFiles {
 public:
  explicit AttemptFiles(std::filesystem::path home) : home_(std::move(home)) {}

  std::filesystem::path directory(const pod::Attempt& attempt) const {
    return pod::attempt_directory(home_, attempt);
  }

  std::vector<std::string> uids() const;              // of all pods that have directories
  std::int64_t newest(const std::string& uid) const;  // 0: none

  Result<void> write_spec(const pod::PodSpec& spec) const;
  bool has_spec(const pod::Attempt& attempt) const;  // else it is still being prepared
  Result<std::optional<pod::PodSpec>> read_spec(const pod::Attempt& attempt) const;
  Result<void> write_job(const pod::Attempt& attempt, slurm::JobId id) const;
  std::optional<slurm::JobId> read_job(const pod::Attempt& attempt) const;
  std::optional<pod::PodReport> read_report(const pod::Attempt& attempt) const;

  // The last lines the job script printed, as one line of at most 200 bytes; for messages.
  std::string job_output(const pod::Attempt& attempt) const;

  Result<void> remove(const std::string& uid) const;

 private:
  std::filesystem::path home_;
};

}  // namespace sluice::kubelet
