// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "client/client.h"

namespace sluice::kubelet {

// What a kubelet sees of somebody else's cluster: it lists and watches its own node and the pods of
// that alone, which is all that the node's identity may. Everything else is as `client` has it,
// which outlives it. Thread-safe.
class NodeClient final : public client::Client {
 public:
  NodeClient(client::Client& client, std::string node_name)
      : client_(client), node_name_(std::move(node_name)) {}

  Result<client::ObjectPtr> get(const api::Kind& kind, const api::Key& key) override {
    return client_.get(kind, key);
  }
  Result<client::ObjectList> list(const api::Kind& kind,
                                  const client::ListOptions& options) override;
  Result<client::ObjectPtr> create(const api::Kind& kind, const client::Object& object) override {
    return client_.create(kind, object);
  }
  Result<client::ObjectPtr> update(const api::Kind& kind, const client::Object& object,
                                   client::Part part) override {
    return client_.update(kind, object, part);
  }
  Result<client::ObjectPtr> patch(const api::Kind& kind, const api::Key& key,
                                  const client::Patch& patch, client::Part part) override {
    return client_.patch(kind, key, patch, part);
  }
  Result<void> remove(const api::Kind& kind, const api::Key& key,
                      const client::DeleteOptions& options) override {
    return client_.remove(kind, key, options);
  }
  Result<client::ObjectPtr> create_subresource(const api::Kind& kind, const api::Key& key,
                                               const std::string& subresource,
                                               const client::Object& body) override {
    return client_.create_subresource(kind, key, subresource, body);
  }
  Result<std::unique_ptr<client::Watch>> watch(const api::Kind& kind,
                                               const client::WatchOptions& options) override;

 private:
  client::Client& client_;
  // The options, with a selector for what is its own.
  template <class Options>
  Options narrowed(Options options, const api::Kind& kind) const;

  const std::string node_name_;
};

}  // namespace sluice::kubelet
