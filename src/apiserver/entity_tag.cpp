// SPDX-License-Identifier: Apache-2.0
#include "apiserver/entity_tag.h"

#include <utility>

#include "http/digest.h"

namespace sluice::apiserver {

bool has_version(const http::Request& request, const std::string& tag) {
  return request.headers.get("If-None-Match").find("\"" + tag + "\"") != std::string_view::npos;
}

http::Response tagged(const http::Request& request, http::Response response) {
  const std::string tag = http::sha512(response.body);
  return tagged(request, std::move(response), tag);
}

http::Response tagged(const http::Request& request, http::Response response,
                      const std::string& tag) {
  response.headers.add("ETag", "\"" + tag + "\"");
  if (has_version(request, tag)) {
    response.status = 304;
    response.body.clear();
  }
  return response;
}

}  // namespace sluice::apiserver
