// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "http/client.h"
#include "http/url.h"
#include "images/credentials.h"
#include "images/reference.h"
#include "images/sources/challenge.h"
#include "images/sources/image_source.h"

namespace sluice::images {

// Connections to registries and to where they redirect. Thread-safe.
class Registries {
 public:
  struct Options {
    std::vector<std::string> insecure;  // "host[:port]" without TLS
    std::string ca_pem;                 // trusted beside the system's authorities
    http::ProxySettings proxies = {};
  };
  explicit Registries(Options options) : options_(std::move(options)) {}

  // The server of a registry's name: docker.io is registry-1.docker.io; plain HTTP for this very
  // machine and for those that are configured so.
  Result<http::Url> server(const std::string& registry) const;
  bool may_be_plain(const http::Url& url) const;
  Result<std::shared_ptr<http::Client>> client(const http::Url& url);

 private:
  const Options options_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<http::Client>> clients_;  // shared: users outlast the map
};

// One repository of a registry that speaks Docker's version 2 or OCI's protocol, as one user or as
// nobody. Transfers that break are resumed. Errors name the image and the registry, never the
// credentials. One thread; `registries` outlives it.
class Repository final : public BlobStore {
 public:
  struct Options {
    Reference reference;
    std::optional<Login> login;
    std::stop_token stop;
  };
  static Result<std::unique_ptr<Repository>> open(Registries& registries, Options options);

  Result<std::string> manifest(const std::string& tag_or_digest) override;
  Result<std::unique_ptr<ByteSource>> blob(const Descriptor& descriptor) override;

 private:
  friend class Transfer;
  struct Question {
    std::string target;  // of the registry
    std::string accept = "*/*";
    std::int64_t from = 0;  // first byte wanted
  };

  Repository(Registries& registries, Options options, http::Url server)
      : registries_(registries), options_(std::move(options)), server_(std::move(server)) {}

  // The answer's head with a status of 2xx; redirects are followed, challenges answered.
  Result<http::Client::Download> ask(const Question& question);
  Result<http::Client::Download> ask_once(const Question& question, const http::Url& url);
  Result<void> authenticate(const Challenge& challenge);
  Result<void> fetch_token(const Challenge& challenge);
  Error refusal(const http::ClientResponse& response) const;
  Error unreachable(Error error) const;
  Result<void> check_stop() const;

  Registries& registries_;
  Options options_;
  http::Url server_;
  std::string authorization_;  // header; secret
};

}  // namespace sluice::images
