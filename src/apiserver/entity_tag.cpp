// SPDX-License-Identifier: Apache-2.0
#include "apiserver/entity_tag.h"

#include <cstdint>
#include <cstdio>

namespace sluice::apiserver {

std::string fingerprint(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  char digits[40];
  std::snprintf(digits, sizeof(digits), "%016llX%08zX", static_cast<unsigned long long>(hash),
                text.size());
  return digits;
}

bool has_version(const http::Request& request, const std::string& tag) {
  return request.headers.get("If-None-Match").find("\"" + tag + "\"") != std::string_view::npos;
}

http::Response tagged(const http::Request& request, http::Response response) {
  const std::string tag = fingerprint(response.body);
  response.headers.add("ETag", "\"" + tag + "\"");
  if (has_version(request, tag)) {
    response.status = 304;
    response.body.clear();
  }
  return response;
}

}  // namespace sluice::apiserver
