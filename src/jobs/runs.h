// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "jobs/batch.h"
#include "jobs/identity.h"
#include "jobs/orders.h"
#include "jobs/run_files.h"
#include "slurm/slurm.h"

namespace sluice::jobs {

// What is submitted for a run.
struct Submission {
  Run run;
  Batch batch;

  // Its intent was written just now by who submits it: nobody can have tried before.
  bool first = false;
};

// What Slurm said to a submission: that it may not be, or that what it names is not there, is a
// refusal, which trying again would not change.
Error as_refusal(Error said);

// The runs of SlurmJobs on one cluster, as one of its users: how they get there and what they leave
// there. There is one implementation for each way to reach a cluster. Blocking, thread-safe.
// Unavailable: nobody knows what became of it, or it cannot be had for now.
class Runs {
 public:
  virtual ~Runs() = default;

  // Once per run, however often it is called. Invalid: Slurm refused it, in Slurm's words.
  // Conflict: the object was deleted.
  virtual Result<slurm::JobId> submit(const Submission& submission) = 0;

  // All jobs of the object, now and in future.
  virtual Result<void> cancel(const std::string& uid) = 0;

  // All jobs of the object; this run is never submitted any more, also where its submission is
  // under way, but later ones may be. Unavailable: it may still be submitted.
  virtual Result<void> withdraw(const Run& run) = 0;
  virtual Result<void> remove_files(const std::string& uid) = 0;

  // Invalid: Slurm refuses, in Slurm's words. Unsupported: it cannot be told this way.
  virtual Result<void> tell(slurm::JobId id, const Order& order) = 0;

  // What time it is there, to the second. Unsupported: nobody can be asked.
  virtual Result<WallTime> time();

  // Whether what the job prints can be read at all. Unsupported: not this way, with where it is.
  virtual Result<void> check_output(const Run&) { return {}; }

  // What the job printed, from that byte on; empty when there is no more for now.
  virtual Result<std::string> output(const Run& run, Task task, std::int64_t offset,
                                     std::int64_t most) = 0;

  // Where the last so many lines of it begin.
  virtual Result<std::int64_t> output_tail(const Run& run, Task task, std::int64_t lines) = 0;

  // The run's own files: see run_files.h. Unsupported: files cannot be had this way.
  virtual Result<std::string> make_files_directory(const Run& run);
  virtual Result<void> put_file_piece(const Run& run, const FilePiece& piece);
  virtual Result<std::int64_t> file_size(const Run& run, const std::string& path);
  virtual Result<std::string> file_part(const Run& run, const std::string& path,
                                        std::int64_t offset, std::int64_t most);
};

}  // namespace sluice::jobs
