// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/command.h"
#include "jobs/runs.h"
#include "jobs/submitter.h"

namespace sluice::jobs {

// Runs through commands on a machine that Slurm's programs work on, over SSH or here: see
// remote_files.h.
class RunsByCommands final : public Runs {
 public:
  // `user`: as whom the commands run, by name.
  RunsByCommands(std::string user, std::unique_ptr<CommandRunner> runner)
      : user_(std::move(user)),
        runner_(std::move(runner)),
        submitter_(user_, [this](const Command& command) { return run_there(command); }) {}

  Result<slurm::JobId> submit(const Submission& submission) override;
  Result<void> cancel(const std::string& uid) override;
  Result<void> withdraw(const Run& run) override;
  Result<void> remove_files(const std::string& uid) override;
  Result<void> tell(slurm::JobId id, const Order& order) override;
  Result<WallTime> time() override;
  Result<std::string> output(const Run& run, Task task, std::int64_t offset,
                             std::int64_t most) override;
  Result<std::int64_t> output_tail(const Run& run, Task task, std::int64_t lines) override;
  Result<std::string> make_files_directory(const Run& run) override;
  Result<void> put_file_piece(const Run& run, const FilePiece& piece) override;
  Result<std::int64_t> file_size(const Run& run, const std::string& path) override;
  Result<std::string> file_part(const Run& run, const std::string& path, std::int64_t offset,
                                std::int64_t most) override;

 private:
  Result<CommandOutput> run_there(const Command& command);

  const std::string user_;
  const std::unique_ptr<CommandRunner> runner_;
  Submitter submitter_;
};

}  // namespace sluice::jobs
