// SPDX-License-Identifier: Apache-2.0
#include "machines/agent_authority.h"

#include "machines/kept_authority.h"

namespace sluice::machines {

api::Key agent_authority_secret(const api::Key& node_class) {
  return {node_class.ns, node_class.name + "-agents"};
}

// clusterctl takes it along, as it does the class.
Result<http::CertificateAuthority> agent_authority(client::Client& client, const Clock& clock,
                                                   const api::Key& node_class) {
  return kept_authority(client, agent_authority_secret(node_class),
                        json::Object{{"clusterctl.cluster.x-k8s.io/move", ""}},
                        [&] { return detach::make_authority(clock.now()); });
}

}  // namespace sluice::machines
