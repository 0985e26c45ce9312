// SPDX-License-Identifier: Apache-2.0
#include "registry/admission/pod_security_checks.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "registry/admission/pod_security_standards.h"

namespace sluice::registry {
namespace {

constexpr unsigned kLatest = 35;
constexpr unsigned kNever = kLatest + 1;

// From which release on a check counts, and from which a check of the restricted level stands in
// for it there. In the order of upstream's names for them.
struct Rule {
  standards::Check* check;
  unsigned from = 0;
  unsigned replaced = kNever;
};
constexpr auto kBaseline = std::to_array<Rule>({{standards::app_armor},
                                                {standards::capabilities_baseline, 0, 22},
                                                {standards::host_namespaces},
                                                {standards::host_path_volumes, 0, 0},
                                                {standards::host_ports},
                                                {standards::probe_hosts, 34},
                                                {standards::privileged},
                                                {standards::proc_mount_baseline, 0, 35},
                                                {standards::se_linux},
                                                {standards::seccomp_baseline, 0, 19},
                                                {standards::sysctls},
                                                {standards::windows_host_process}});
constexpr auto kRestricted = std::to_array<Rule>({{standards::privilege_escalation, 8},
                                                  {standards::capabilities_restricted, 22},
                                                  {standards::proc_mount_restricted, 35},
                                                  {standards::restricted_volumes},
                                                  {standards::run_as_non_root},
                                                  {standards::run_as_user, 23},
                                                  {standards::seccomp_restricted, 19}});

// "latest", and releases to come, mean the newest that is known.
unsigned release_of(std::string_view version) {
  const auto number = version.starts_with("v1.") ? parse_int(version.substr(3)) : std::nullopt;
  return number && *number < kLatest ? static_cast<unsigned>(*number) : kLatest;
}

}  // namespace

std::vector<SecurityViolation> security_violations(SecurityLevel level, std::string_view version,
                                                   const json::Value& pod) {
  std::vector<SecurityViolation> violations;
  if (level == SecurityLevel::kPrivileged) {
    return violations;
  }
  const standards::Judged judged{pod.at("spec"), pod.at("metadata", "annotations"),
                                 release_of(version)};
  const bool restricted = level == SecurityLevel::kRestricted;
  const auto run = [&](const Rule& rule) {
    if (rule.from > judged.release || (restricted && rule.replaced <= judged.release)) {
      return;
    }
    if (auto violation = rule.check(judged)) {
      violations.push_back(std::move(*violation));
    }
  };
  std::for_each(kBaseline.begin(), kBaseline.end(), run);
  if (restricted) {
    std::for_each(kRestricted.begin(), kRestricted.end(), run);
  }
  return violations;
}

}  // namespace sluice::registry
