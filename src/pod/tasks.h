// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"
#include "pod/protocol.h"

namespace sluice::pod {

// How the runner of a pod and the tasks of one of its containers (an MPI program) know of each
// other. The runner starts srun, srun starts `sluice pod --task` once for each task on the nodes of
// the job, and each of those starts the container there. What srun cannot carry is in files of the
// attempt's directory:
//
//     <container>.stop          made by the runner before it signals srun with SIGUSR2, one of the
//                               few signals srun passes on: the tasks are to end
//     <container>.failure.json  made by the first task that failed: how. srun tells only the
//                               greatest of all exit codes, also of those it killed itself
//     <container>.message       the termination message of task 0
//
// All tasks on a node, and on the first node the runner, share one sandbox: shared memory and
// process ids are what they are on a node without containers.

// By which a task's container has its own log, layers and files: "main.rank-3".
std::string rank_name(const std::string& container, std::int64_t rank);

// How a task failed.
struct TaskFailure {
  std::int64_t rank = 0;
  int exit_code = 0;
  int signal = 0;
  std::string reason;
  std::string message;
};
// Only the first one is kept.
void tell_failure(const std::filesystem::path& attempt_dir, const std::string& container,
                  const TaskFailure& failure);
std::optional<TaskFailure> told_failure(const std::filesystem::path& attempt_dir,
                                        const std::string& container);

std::filesystem::path message_file(const std::filesystem::path& attempt_dir,
                                   const std::string& container);

void ask_tasks_to_stop(const std::filesystem::path& attempt_dir, const std::string& container);
bool are_tasks_to_stop(const std::filesystem::path& attempt_dir, const std::string& container);

// Before a run: what the last one left.
void forget_tasks(const std::filesystem::path& attempt_dir, const std::string& container);

// The command that starts a process for each task.
struct TaskCommand {
  std::filesystem::path sluice;
  std::filesystem::path attempt_dir;
  std::string cpus_per_task;  // as the job has it; srun does not look
};
std::vector<std::string> srun_command(const Tasks& tasks, const TaskCommand& command);

}  // namespace sluice::pod
