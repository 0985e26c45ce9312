// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "client/forwarding_client.h"

namespace sluice::kubelet {

// What a kubelet sees of somebody else's cluster: it lists and watches its own node and the pods of
// that alone, which is all that the node's identity may. Everything else is as `client` has it,
// which outlives it. Thread-safe.
class NodeClient final : public client::ForwardingClient {
 public:
  NodeClient(client::Client& client, std::string node_name)
      : ForwardingClient(client), node_name_(std::move(node_name)) {}

  Result<client::ObjectList> list(const api::Kind& kind,
                                  const client::ListOptions& options) override;
  Result<std::unique_ptr<client::Watch>> watch(const api::Kind& kind,
                                               const client::WatchOptions& options) override;

 private:
  // The options, with a selector for what is its own.
  template <class Options>
  Options narrowed(Options options, const api::Kind& kind) const;

  const std::string node_name_;
};

}  // namespace sluice::kubelet
