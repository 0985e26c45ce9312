// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "http/message.h"

namespace sluice::apiserver {

// /openapi/v2 and /openapi/v3. The documents are large and rarely read, so they are generated each
// time; only their fingerprints are kept, since clients ask for those with every command and cache
// the rest. Thread-safe.
class OpenApiDocuments {
 public:
  explicit OpenApiDocuments(const Clock& clock) : clock_(clock) {}

  std::optional<http::Response> describe(const http::Request& request) const;

 private:
  using Fingerprints = std::vector<std::pair<std::string, std::string>>;
  const Fingerprints& fingerprints() const;
  http::Response index(const http::Request& request) const;
  std::optional<http::Response> version_3(const http::Request& request,
                                          const std::string& path) const;

  const Clock& clock_;
  mutable std::once_flag computed_;
  mutable Fingerprints fingerprints_;  // per path of version 3
};

}  // namespace sluice::apiserver
