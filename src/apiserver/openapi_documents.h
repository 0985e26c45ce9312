// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/catalog.h"
#include "apiserver/aggregation/aggregator.h"
#include "base/clock.h"
#include "http/message.h"

namespace sluice::apiserver {

// /openapi/v2 and /openapi/v3. Of version 3 only the fingerprints are kept, since clients ask for
// those with every command and cache the rest. The one document of version 2, which is asked for as
// a whole, is kept from the first request on until something in it changes. Thread-safe.
class OpenApiDocuments {
 public:
  // `aggregator` may be null.
  OpenApiDocuments(const Clock& clock, const api::Catalog& catalog, const Aggregator* aggregator)
      : clock_(clock), catalog_(catalog), aggregator_(aggregator) {}

  std::optional<http::Response> describe(const http::Request& request) const;

 private:
  using Fingerprints = std::vector<std::pair<std::string, std::string>>;  // by path of version 3
  using FingerprintsPtr = std::shared_ptr<const Fingerprints>;
  FingerprintsPtr fingerprints(const api::Catalog::Snapshot& now) const;
  http::Response index(const http::Request& request) const;
  // The document of version 2 as it is sent.
  struct Whole {
    std::string state;  // what it was made of
    std::string text;
    std::string tag;
  };
  using WholePtr = std::shared_ptr<const Whole>;
  WholePtr version_2_text(bool protobuf) const;
  http::Response version_2(const http::Request& request) const;
  std::optional<http::Response> version_3(const http::Request& request,
                                          const std::string& path) const;

  const Clock& clock_;
  const api::Catalog& catalog_;
  const Aggregator* const aggregator_;
  mutable std::mutex mutex_;
  mutable std::uint64_t epoch_ = 0;  // of the kinds that the fingerprints are of
  mutable FingerprintsPtr fingerprints_ = std::make_shared<Fingerprints>();
  mutable std::mutex version_2_mutex_;  // who comes while it is made waits for it
  mutable WholePtr version_2_json_;
  mutable WholePtr version_2_protobuf_;
};

}  // namespace sluice::apiserver
