// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "api/catalog.h"
#include "apiserver/aggregation/aggregator.h"
#include "apiserver/openapi_documents.h"
#include "base/clock.h"
#include "http/message.h"

namespace sluice::apiserver {

// What a server says about itself: health, version, discovery, OpenAPI; built on demand from the
// tables of kinds. Thread-safe.
class Documents {
 public:
  // `aggregator`: what knows the groups that other servers serve; null: there are none. `store`:
  // whether it takes writes; none: it does.
  using StoreHealth = std::function<Result<void>()>;
  Documents(const Clock& clock, const api::Catalog& catalog, const Aggregator* aggregator = nullptr,
            StoreHealth store = {})
      : catalog_(catalog),
        aggregator_(aggregator),
        store_(std::move(store)),
        openapi_(clock, catalog, aggregator) {}

  // Nothing when the path is none of these.
  std::optional<http::Response> describe(const http::Request& request) const;

 private:
  using Kinds = std::span<const api::Kind>;
  std::optional<http::Response> discovery(const http::Request& request, Kinds kinds) const;
  http::Response groups(const http::Request& request, Kinds kinds, bool core) const;
  http::Response aggregated(const http::Request& request, Kinds kinds, const std::string& version,
                            bool core) const;
  std::optional<json::Value> group(Kinds kinds, std::string_view name) const;

  const api::Catalog& catalog_;
  const Aggregator* const aggregator_;
  const StoreHealth store_;
  OpenApiDocuments openapi_;
};

}  // namespace sluice::apiserver
