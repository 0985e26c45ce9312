// SPDX-License-Identifier: Apache-2.0
#include "jobs/runs_by_commands.h"

#include "base/text.h"
#include "jobs/remote_files.h"
#include "slurm/refusal.h"

namespace sluice::jobs {

Result<CommandOutput> RunsByCommands::run_there(const Command& command) {
  auto output = runner_->run(command);
  if (!output && output.error().code == Code::kTimeout) {
    return fail(Code::kUnavailable, output.error().message);
  }
  return output;
}

Result<slurm::JobId> RunsByCommands::submit(const Submission& wanted) {
  return submitter_.submit(wanted);
}

Result<void> RunsByCommands::cancel(const std::string& uid) {
  TRY_ASSIGN(const CommandOutput output, run_there(cancellation(uid, user_)));
  return read_cancellation(output);
}

Result<void> RunsByCommands::withdraw(const Run& run) {
  TRY_ASSIGN(const CommandOutput output, run_there(withdrawal(run, user_)));
  return read_cancellation(output);
}

Result<void> RunsByCommands::remove_files(const std::string& uid) {
  TRY_ASSIGN(const CommandOutput output, run_there(removal(uid)));
  return read_removal(output);
}

Result<void> RunsByCommands::tell(slurm::JobId id, const Order& order) {
  TRY_ASSIGN(const CommandOutput output, run_there(order_command(order, id)));
  if (output.exit_code != 0) {
    return tl::unexpected(slurm::refusal(output.err.empty() ? output.out : output.err));
  }
  return {};
}

Result<WallTime> RunsByCommands::time() {
  TRY_ASSIGN(const CommandOutput output, run_there({.argv = {"date", "+%s"}}));
  const auto seconds = parse_int(trim(output.out));
  if (!seconds) {
    return fail(Code::kUnavailable, "date does not tell the time");
  }
  return WallTime(std::chrono::seconds(*seconds));
}

Result<std::string> RunsByCommands::output(const Run& run, Task task, std::int64_t offset,
                                           std::int64_t most) {
  TRY_ASSIGN(CommandOutput output, run_there(output_piece(run, task, offset, most)));
  if (output.exit_code != 0) {
    return fail(Code::kUnavailable, "reading the job's output: " + output.err);
  }
  return std::move(output.out);
}

Result<std::int64_t> RunsByCommands::output_tail(const Run& run, Task task, std::int64_t lines) {
  TRY_ASSIGN(const CommandOutput output, run_there(jobs::output_tail(run, task, lines)));
  return read_tail(output);
}

Result<std::string> RunsByCommands::make_files_directory(const Run& run) {
  TRY_ASSIGN(const CommandOutput output, run_there(files_directory(run)));
  return read_files_directory(output);
}

Result<void> RunsByCommands::put_file_piece(const Run& run, const FilePiece& piece) {
  TRY_ASSIGN(const CommandOutput output, run_there(file_piece(run, piece)));
  return read_file_piece(output);
}

Result<std::int64_t> RunsByCommands::file_size(const Run& run, const std::string& path) {
  TRY_ASSIGN(const CommandOutput output, run_there(jobs::file_size(run, path)));
  return read_file_size(output, path);
}

Result<std::string> RunsByCommands::file_part(const Run& run, const std::string& path,
                                              std::int64_t offset, std::int64_t most) {
  TRY_ASSIGN(CommandOutput output, run_there(jobs::file_part(run, path, offset, most)));
  return read_file_part(std::move(output), path);
}

}  // namespace sluice::jobs
