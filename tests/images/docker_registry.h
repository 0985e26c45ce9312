// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <thread>

#include "base/files.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "http/client.h"
#include "images/test_image.h"

namespace sluice::images {

// Debian's docker-registry in a scratch directory on a free port of the loopback address, ended
// with this object; and as much of a client as pushing images takes.
class DockerRegistry {
 public:
  enum class Access { kEverybody, kPassword };  // user "u", password "p:w"
  static Result<std::unique_ptr<DockerRegistry>> start(Access access);
  ~DockerRegistry();
  DockerRegistry(const DockerRegistry&) = delete;
  DockerRegistry& operator=(const DockerRegistry&) = delete;

  const std::string& host() const { return host_; }

  Result<void> push(const TestImage& image, const std::string& repository, const std::string& tag);
  Result<void> push_manifest(const std::string& manifest, std::string_view type,
                             const std::string& repository, const std::string& tag);

  // Overwrites a blob where the registry keeps it.
  Result<void> damage(const std::string& digest, const std::string& content);

 private:
  DockerRegistry() = default;
  Result<void> launch();
  Result<void> await_port();
  Result<http::ClientResponse> ask(http::ClientRequest request);
  Result<void> push_blob(const std::string& content, const std::string& repository);

  TemporaryDirectory directory_;
  pid_t pid_ = -1;
  UniqueFd output_;
  std::string host_;
  std::unique_ptr<http::Client> client_;
  std::jthread reader_;  // of its log, which must not fill the pipe
};

}  // namespace sluice::images
