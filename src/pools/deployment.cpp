// SPDX-License-Identifier: Apache-2.0
#include "pools/deployment.h"

#include "machines/cluster_api.h"

namespace sluice::pools {

std::int64_t replicas_of(const json::Value& deployment) {
  return deployment.at("spec", "replicas").as_int(1);
}

std::string why_not_now(const json::Value& deployment) {
  const json::Value& status = deployment.at("status");
  if (api::is_being_deleted(deployment)) {
    return "its MachineDeployment is being deleted";
  }
  if (machines::is_paused(deployment, deployment)) {
    return "its MachineDeployment is paused";
  }
  if (status.at("observedGeneration").as_int() < deployment.at("metadata", "generation").as_int()) {
    return "its MachineDeployment has not been looked at since its last change";
  }
  const json::Value& current = status.find("upToDateReplicas") != nullptr
                                   ? status.at("upToDateReplicas")
                                   : status.at("updatedReplicas");
  if (current.as_int() < status.at("replicas").as_int()) {
    return "its MachineDeployment is being rolled out";
  }
  return {};
}

}  // namespace sluice::pools
