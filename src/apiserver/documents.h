// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "api/catalog.h"
#include "apiserver/openapi_documents.h"
#include "base/clock.h"
#include "http/message.h"

namespace sluice::apiserver {

// What a server says about itself: health, version, discovery, OpenAPI; built on demand from the
// tables of kinds. Thread-safe.
class Documents {
 public:
  Documents(const Clock& clock, const api::Catalog& catalog)
      : catalog_(catalog), openapi_(clock, catalog) {}

  // Nothing when the path is none of these.
  std::optional<http::Response> describe(const http::Request& request) const;

 private:
  const api::Catalog& catalog_;
  OpenApiDocuments openapi_;
};

}  // namespace sluice::apiserver
