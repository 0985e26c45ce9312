// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/kind.h"
#include "json/value.h"

namespace sluice::api {

// The OpenAPI documents of a server, generated on demand from the tables of kinds: kubectl explain,
// validation and apply work from them. They are large; callers keep what they serve often.

// "api/v1", "apis/batch/v1", …: the documents there are in version 3.
std::vector<std::string> openapi_v3_paths(std::span<const Kind> kinds);

// The document of one path; nothing when it is not one of openapi_v3_paths.
std::optional<json::Value> openapi_v3(std::span<const Kind> kinds, std::string_view path);

// That document as protobuf.
std::string openapi_v3_protobuf(const json::Value& document);

// The index of /openapi/v3, from path and a fingerprint of the document behind it.
json::Value openapi_v3_index(const std::vector<std::pair<std::string, std::string>>& fingerprints);

// All kinds in one document of version 2, and that in the protobuf form old kubectl asks for.
json::Value openapi_v2(std::span<const Kind> kinds);
std::string openapi_v2_protobuf(const json::Value& document);

}  // namespace sluice::api
