// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace sluice::cmd {

// One thing `sluice doctor` has looked at.
enum class Verdict {
  kGood,
  kNote,     // something works less well, or in another way
  kMissing,  // nothing works without it
};

struct Finding {
  Verdict verdict = Verdict::kGood;
  std::string subject;  // "slurmctld"
  std::string detail;   // what there is; or what does not work, why, and what helps

  friend bool operator==(const Finding&, const Finding&) = default;
};
using Findings = std::vector<Finding>;

// A line for people: "MISSING slurmctld: …".
std::string to_line(const Finding& finding);

// For programs, and back.
json::Value to_json(const Findings& findings);
Result<Findings> findings_from_json(const json::Value& document);

bool is_complete(const Findings& findings);  // nothing is missing

void append(Findings& to, Findings more);

}  // namespace sluice::cmd
