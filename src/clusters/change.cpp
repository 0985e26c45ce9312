// SPDX-License-Identifier: Apache-2.0
#include "clusters/change.h"

#include <algorithm>

#include "api/meta.h"
#include "base/text.h"
#include "clusters/configuration.h"
#include "slurmconf/other_files.h"

namespace sluice::clusters {

Result<slurmconf::Plan> plan_change(const std::map<std::string, std::string>& present,
                                    const Cluster& wanted) {
  TRY_ASSIGN(const auto from, read_files(present));
  const std::map<std::string, std::string> files = configuration_files(wanted);
  TRY_ASSIGN(const auto to, read_files(files));
  std::map<std::string, std::string> now = present;
  now.erase(kMarkFile);
  return slurmconf::with_changes(slurmconf::make_plan(from, to, wanted.version),
                                 slurmconf::changes_of_other_files(now, files, wanted.version));
}

bool is_removable(const json::Value& cluster, std::string_view name) {
  const auto names = split(api::annotation(cluster, kRemovableAnnotation), ',');
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view one) { return trim(one) == name; });
}

slurmconf::Plan without_vouched(slurmconf::Plan plan, const json::Value& cluster) {
  for (slurmconf::Change& change : plan.changes) {
    if (change.guard.kind != slurmconf::Guard::Kind::kNothing &&
        is_removable(cluster, change.guard.name)) {
      change.guard = {};
    }
  }
  return plan;
}

Result<void> check_change(const slurmconf::Plan& plan, const json::Value& cluster) {
  if (plan.needs == slurmconf::Class::kRefused) {
    return fail(Code::kForbidden, slurmconf::refusals(plan));
  }
  for (const slurmconf::Change& change : plan.changes) {
    const slurmconf::Guard& guard = change.guard;
    if (guard.kind != slurmconf::Guard::Kind::kNothing && !is_removable(cluster, guard.name)) {
      const bool node = guard.kind == slurmconf::Guard::Kind::kNode;
      return fail(Code::kForbidden,
                  change.what + " would go, and its jobs with it: when it has none (squeue " +
                      (node ? "-w " : "-p ") + guard.name + "), annotate the SlurmCluster with " +
                      kRemovableAnnotation + "=" + guard.name);
    }
  }
  return {};
}

}  // namespace sluice::clusters
