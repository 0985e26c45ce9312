// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "client/client.h"

namespace sluice::cmd {

// SlurmJobs as `sluice job` takes and shows them. Pure.

// What `sluice job submit` was told.
struct JobArguments {
  std::string name;     // empty: after the script
  std::string cluster;  // "host:port" with `secret`, else the connection's name
  std::string secret;
  std::string partition;
  std::string account;
  std::string qos;
  std::string time;
  std::string nodes;
  std::int64_t tasks = 0;
  std::int64_t cpus_per_task = 0;
  std::string memory;
  std::string gpus;
  std::string directory;
  std::string array;
  std::vector<std::string> environment;  // "NAME=value"
  std::vector<std::string> after;        // names of other jobs
  std::vector<std::string> inputs;       // see cmd/job_files.h
  std::vector<std::string> results;
  std::int64_t retries = 0;
  std::int64_t ttl = -1;
  bool hold = false;
};

// A name for an object made of a script's: "My_run.sh" is "my-run".
std::string name_of_script(const std::string& path);

// The SlurmJob. Invalid names the option.
Result<client::Object> job_manifest(const JobArguments& arguments, const std::string& script);

// A line for its state: "RUNNING, job 12 on n[1-2]", "FAILED (TIMEOUT), job 12, exit code 3".
std::string state_line(const client::Object& job);

// The exit status of who waited for it: the job's own; 1 when it has none and did not complete.
int exit_status(const client::Object& job);

std::string job_table(const std::vector<client::ObjectPtr>& jobs, bool with_namespace);

}  // namespace sluice::cmd
