// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "slurmconf/config.h"
#include "slurmconf/release.h"

namespace sluice::slurmconf {

struct Finding {
  bool is_error = true;  // Slurm would not start, or not do what is written; else: worth knowing
  std::string source;    // "batch.conf:12"
  std::string message;   // what is wrong and what was expected; never a secret

  friend bool operator==(const Finding&, const Finding&) = default;
};

struct ValidateOptions {
  Release release;
  bool secrets_allowed = false;  // the text lies where only its owner reads it
};

// Everything that is wrong with one file: unknown parameters, those of other releases, values out
// of range, contradicting fragments, names given twice, partitions of unknown nodes, passwords.
std::vector<Finding> validate(const Config& config, const ValidateOptions& options);

// What is wrong with two files that are each right by themselves: slurmctld does not start when
// both have jobs killed for their memory.
std::vector<Finding> validate_together(const Config& slurm, const Config& cgroup);

// Whether this parameter of slurm.conf names a script that lies beside it, and is sent to nodes.
bool is_sent_to_nodes(std::string_view parameter, std::string_view value);

// One line for each: "batch.conf:12: ...". Only errors count for check().
std::string to_text(const std::vector<Finding>& findings);
Result<void> check(const Config& config, const ValidateOptions& options);  // Invalid: all errors
Result<void> check_together(const Config& slurm, const Config& cgroup);

}  // namespace sluice::slurmconf
