// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "client/client.h"

namespace sluice::client {

// Does everything as another client does, which outlives it. For those that differ in a verb or
// two.
class ForwardingClient : public Client {
 public:
  explicit ForwardingClient(Client& client) : client_(client) {}

  Result<ObjectPtr> get(const api::Kind& kind, const api::Key& key) override {
    return client_.get(kind, key);
  }
  Result<ObjectList> list(const api::Kind& kind, const ListOptions& options) override {
    return client_.list(kind, options);
  }
  Result<ObjectPtr> create(const api::Kind& kind, const Object& object) override {
    return client_.create(kind, object);
  }
  Result<ObjectPtr> update(const api::Kind& kind, const Object& object, Part part) override {
    return client_.update(kind, object, part);
  }
  Result<ObjectPtr> patch(const api::Kind& kind, const api::Key& key, const Patch& patch,
                          Part part) override {
    return client_.patch(kind, key, patch, part);
  }
  Result<void> remove(const api::Kind& kind, const api::Key& key,
                      const DeleteOptions& options) override {
    return client_.remove(kind, key, options);
  }
  Result<ObjectPtr> create_subresource(const api::Kind& kind, const api::Key& key,
                                       const std::string& subresource,
                                       const Object& body) override {
    return client_.create_subresource(kind, key, subresource, body);
  }
  Result<std::unique_ptr<Watch>> watch(const api::Kind& kind,
                                       const WatchOptions& options) override {
    return client_.watch(kind, options);
  }

 protected:
  Client& client_;
};

}  // namespace sluice::client
