// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "apiserver/openapi_documents.h"
#include "base/clock.h"
#include "http/message.h"

namespace sluice::apiserver {

// What a server says about itself: health, version, discovery, OpenAPI; built on demand from the
// tables of kinds. Thread-safe.
class Documents {
 public:
  explicit Documents(const Clock& clock) : openapi_(clock) {}

  // Nothing when the path is none of these.
  std::optional<http::Response> describe(const http::Request& request) const;

 private:
  OpenApiDocuments openapi_;
};

}  // namespace sluice::apiserver
