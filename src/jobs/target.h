// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <variant>

#include "ssh/endpoint.h"

namespace sluice::jobs {

// A slurmrestd and a user of it.
struct RestTarget {
  std::string url;
  std::string token;              // empty: at a Unix socket, where slurmrestd sees who asks
  std::string working_directory;  // on the cluster's nodes
  bool shared_directory = false;  // which can be read here, under the same path

  friend auto operator<=>(const RestTarget&, const RestTarget&) = default;
};

// The Slurm of this machine, as this process's user.
struct LocalTarget {
  friend auto operator<=>(const LocalTarget&, const LocalTarget&) = default;
};

// A Slurm cluster, as whom and how it is reached. Objects with equal targets share a cluster.
using Target = std::variant<ssh::Endpoint, RestTarget, LocalTarget>;

std::string_view way_of(const Target& target);  // "ssh", "rest", "local"
std::string user_of(const Target& target);      // by name; empty: not known

}  // namespace sluice::jobs
