// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/options.h"
#include "cmd/job_options.h"

namespace sluice::cmd {

// Everything `sluice up` can be told, each declared once; the same names are the keys of
// config.yaml in the home.
struct UpOptions {
  std::string home;
  std::string listen = "127.0.0.1";
  std::int64_t port = 0;
  std::string runner_listen = "127.0.0.1";
  std::string slurm_conf;
  std::string slurm = "auto";
  std::string slurm_token;
  std::string partition;
  std::string runtime = "auto";
  std::string insecure_registries;
  std::string image_unused_for;
  std::string image_max_size;
  std::string startup = "auto";
  std::string node_name;
  std::string executor = "slurm";
  std::string nodes = "single";
  std::string log_level = "info";
  std::string audit_log;
  std::string controllers = "*";
  JobOptions jobs;
  std::string service_cidr = "10.96.0.0/12";
  std::string event_ttl = "1h";
  std::int64_t node_grace = 50;
  std::int64_t limit_warning = 120;
  std::int64_t pod_pids_limit = 0;
  bool foreground = false;
};

extern const char* const kPodPidsHelp;

Usage up_usage(UpOptions& options);

}  // namespace sluice::cmd
