// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "client/client.h"
#include "http/client.h"
#include "remote/kubeconfig.h"

namespace sluice::remote {

// The Client interface over HTTPS: any Kubernetes API server. Every call is one request; nothing is
// cached and nothing is retried. A lost answer is Unavailable or Timeout: the request may have been
// done. Thread-safe.
class HttpClient final : public client::Client {
 public:
  HttpClient(std::unique_ptr<http::Client> http, std::string path_prefix)
      : http_(std::move(http)), prefix_(std::move(path_prefix)) {}

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
  Result<json::Value> exchange(http::ClientRequest request);
  Result<client::ObjectPtr> exchange_object(http::ClientRequest request);

  std::unique_ptr<http::Client> http_;
  const std::string prefix_;
};

// To the server a kubeconfig's current context names. Does not contact it yet.
Result<std::unique_ptr<client::Client>> connect(Endpoint endpoint);
Result<std::unique_ptr<client::Client>> connect(const std::filesystem::path& kubeconfig);

}  // namespace sluice::remote
