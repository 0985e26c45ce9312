// SPDX-License-Identifier: Apache-2.0
#include "clusters/change.h"

#include "clusters/configuration.h"

namespace sluice::clusters {

Result<slurmconf::Plan> plan_change(const std::map<std::string, std::string>& present,
                                    const Cluster& wanted) {
  TRY_ASSIGN(const auto from, read_files(present));
  TRY_ASSIGN(const auto to, read_files(configuration_files(wanted)));
  return slurmconf::make_plan(from, to, wanted.version);
}

}  // namespace sluice::clusters
