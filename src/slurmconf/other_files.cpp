// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/other_files.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/fnv.h"

namespace sluice::slurmconf {
namespace {

struct Row {
  std::string_view name;
  Class before;  // 23.11: from then on a reconfigure starts all daemons anew
  std::string_view why;
};
// Asked of the sources of 22.05 to 26.05. slurmctld sends what nodes need with a reconfigure and
// not otherwise, so that nothing here needs less.
constexpr std::array kRows{
    Row{"acct_gather.conf", Class::kReconfigure, "slurmd reads it anew when it is reconfigured"},
    Row{"burst_buffer.conf", Class::kReconfigure, "slurmctld reads it when it is reconfigured"},
    Row{"burst_buffer.lua", Class::kReconfigure, "slurmctld reads it for each job"},
    Row{"cli_filter.lua", Class::kReconfigure, "commands read it, on nodes as slurmctld sent it"},
    Row{"ext_sensors.conf", Class::kReconfigure, "read when daemons are reconfigured"},
    Row{"helpers.conf", Class::kReconfigure, "read when daemons are reconfigured"},
    Row{"job_container.conf", Class::kRestartSlurmd, "slurmd reads it when it starts"},
    Row{"job_submit.lua", Class::kReconfigure, "slurmctld reads it when it has changed"},
    Row{"mpi.conf", Class::kReconfigure, "slurmd reads it when it is reconfigured"},
    Row{"namespace.yaml", Class::kReconfigure, "slurmd reads it when it starts anew"},
    Row{"oci.conf", Class::kReconfigure, "each step reads it, as slurmctld sent it"},
    Row{"resources.yaml", Class::kReconfigure, "slurmctld reads it when it starts anew"},
    Row{"rpc_queue.yaml", Class::kReconfigure, "slurmctld reads it when it starts anew"},
    Row{"scrun.lua", Class::kReconfigure, "each step reads it, as slurmctld sent it"},
    Row{"topology.yaml", Class::kReconfigure, "slurmctld reads it when it starts anew"}};
constexpr std::string_view kOthers = "whoever uses it has it after a reconfigure";

std::string shown(const std::map<std::string, std::string>& files, const std::string& name) {
  const auto found = files.find(name);
  return found == files.end() ? "" : fnv1a_digits(found->second, 8);
}

}  // namespace

FileNeeds needs_of_file(std::string_view name, Release release) {
  const auto* const row = std::find_if(kRows.begin(), kRows.end(),
                                       [&](const Row& one) { return one.name == name; });
  if (row == kRows.end()) {
    return {Class::kReconfigure, kOthers};
  }
  return {release < kRestartsItself ? row->before : Class::kReconfigure, row->why};
}

std::vector<Change> changes_of_other_files(const std::map<std::string, std::string>& from,
                                           const std::map<std::string, std::string>& to,
                                           Release release) {
  std::set<std::string> names;
  for (const auto* side : {&from, &to}) {
    for (const auto& [name, text] : *side) {
      if (!file_of_name(name)) {
        names.insert(name);
      }
    }
  }
  std::vector<Change> changes;
  for (const std::string& name : names) {
    Change change{.what = "file " + name,
                  .from = shown(from, name),
                  .to = shown(to, name),
                  .of_cluster = true};
    const FileNeeds needs = needs_of_file(name, release);
    change.needs = needs.needs;
    change.why = needs.why;
    if (change.from != change.to) {
      changes.push_back(std::move(change));
    }
  }
  return changes;
}

}  // namespace sluice::slurmconf
