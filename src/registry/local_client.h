// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "client/client.h"
#include "registry/registry.h"

namespace sluice::registry {

// client::Client in the same process: no network, no encoding of requests. Unknown fields in what
// our own code writes are logged. Thread-safe. Registry and clock must outlive it and its watches.
class LocalClient final : public client::Client {
 public:
  // `component` is the field manager of what is written: "kubelet"; `user` (UserInfo) who writes to
  // admission, the server itself if there is none. Nobody asks what that user may do.
  LocalClient(Registry& registry, Clock& clock, std::string component = "sluice",
              json::Value user = {})
      : registry_(registry),
        clock_(clock),
        options_{.field_manager = std::move(component), .by = {.user = std::move(user)}} {}

  // Who answers TokenRequests of service accounts: without, there are no tokens. Before it is used.
  using TokenIssuer =
      std::function<Result<json::Value>(const api::Key& account, json::Value request,
                                        const WriteOptions& options)>;
  void issue_tokens_with(TokenIssuer issuer) { issue_token_ = std::move(issuer); }

  Result<client::ObjectPtr> get(const api::Kind& kind, const api::Key& key) override;
  Result<client::ObjectList> list(const api::Kind& kind,
                                  const client::ListOptions& options) override;
  Result<client::ObjectPtr> create(const api::Kind& kind, const client::Object& object) override;
  Result<client::ObjectPtr> update(const api::Kind& kind, const client::Object& object,
                                   client::Part part) override;
  Result<client::ObjectPtr> patch(const api::Kind& kind, const api::Key& key,
                                  const client::Patch& patch, client::Part part) override;
  Result<void> remove(const api::Kind& kind, const api::Key& key,
                      const client::DeleteOptions& options) override;
  Result<client::ObjectPtr> create_subresource(const api::Kind& kind, const api::Key& key,
                                               const std::string& subresource,
                                               const client::Object& body) override;
  Result<std::unique_ptr<client::Watch>> watch(const api::Kind& kind,
                                               const client::WatchOptions& options) override;

 private:
  Registry& registry_;
  Clock& clock_;
  const WriteOptions options_;
  TokenIssuer issue_token_;
};

}  // namespace sluice::registry
