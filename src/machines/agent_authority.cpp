// SPDX-License-Identifier: Apache-2.0
#include "machines/agent_authority.h"

#include "machines/class_hold.h"
#include "machines/kept_authority.h"

namespace sluice::machines {

api::Key agent_authority_secret(const api::Key& node_class) {
  return {node_class.ns, node_class.name + "-agents"};
}

// clusterctl takes it along, as it does the class.
Result<http::CertificateAuthority> agent_authority(client::Client& client, const Clock& clock,
                                                   const api::Key& node_class) {
  return kept_authority(
      client, agent_authority_secret(node_class),
      json::Object{{"labels", json::Object{{"clusterctl.cluster.x-k8s.io/move", ""}}},
                   {"finalizers", json::Array{kNeededByMachines}}},
      [&] { return detach::make_authority(clock.now()); });
}

Result<http::CertificateAuthority> known_agent_authority(client::Client& client,
                                                         const api::Key& node_class) {
  const api::Key key = agent_authority_secret(node_class);
  const auto secret = client.get(api::kinds::secret(), key);
  if (secret) {
    return read_authority(**secret);
  }
  return secret.error().code == Code::kNotFound
             ? fail(Code::kInvalid, "the Secret " + api::to_string(key) +
                                        " is gone, with the authority that its agents trust")
             : fail(Code::kInternal, "the Secret " + api::to_string(key) +
                                         " cannot be read: " + secret.error().message);
}

}  // namespace sluice::machines
