// SPDX-License-Identifier: Apache-2.0
#include "jobs/target.h"

#include "base/user_name.h"
#include "slurm/rest/token.h"

namespace sluice::jobs {

std::string_view way_of(const Target& target) {
  constexpr std::string_view kWays[] = {"ssh", "rest", "local"};
  return kWays[target.index()];
}

std::string user_of(const Target& target) {
  if (const auto* endpoint = std::get_if<ssh::Endpoint>(&target)) {
    return endpoint->user;
  }
  const auto* rest = std::get_if<RestTarget>(&target);
  return rest != nullptr && !rest->token.empty() ? slurm::rest::read_token(rest->token).user
                                                 : own_user_name();
}

}  // namespace sluice::jobs
