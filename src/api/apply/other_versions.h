// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/catalog.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// The versions of a kind besides the one a request is in. Who owns which field is said in the
// version the owner wrote, so owners of other versions are compared with in theirs. Thread-safe.
class OtherVersions {
 public:
  virtual ~OtherVersions() = default;

  // The kind in that version of its group; null when it is not served.
  virtual KindPtr find(const Kind& kind, const std::string& api_version) const = 0;

  virtual Result<json::Value> convert(const Kind& from, const Kind& to,
                                      json::Value object) const = 0;
};

}  // namespace sluice::api
