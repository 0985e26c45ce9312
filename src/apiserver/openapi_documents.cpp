// SPDX-License-Identifier: Apache-2.0
#include "apiserver/openapi_documents.h"

#include <ctime>

#include "api/openapi.h"
#include "apiserver/entity_tag.h"
#include "apiserver/negotiate.h"
#include "apiserver/status.h"
#include "http/digest.h"
#include "json/text.h"

namespace sluice::apiserver {

namespace {

constexpr std::string_view kIndexPath = "/openapi/v3";
constexpr std::string_view kVersion2Path = "/openapi/v2";
// Clients ask for "v2@v1.0", which is not a valid media type and must not be answered.
constexpr std::string_view kProtobuf = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
constexpr std::chrono::hours kYear{365 * 24};

bool accepts_json(const http::Request& request) {
  for (const MediaType& media : parse_accept(request.headers.get("Accept"))) {
    if (media.type.empty() || media.type == "*/*" || media.type == "application/*" ||
        media.type == "application/json") {
      return true;
    }
  }
  return false;
}

// Whether the client wants version 2 as protobuf rather than JSON.
bool prefers_protobuf(const http::Request& request) {
  for (const MediaType& media : parse_accept(request.headers.get("Accept"))) {
    if (media.type.starts_with("application/com.github.proto-openapi.spec.v2") &&
        media.type.ends_with("+protobuf")) {
      return true;
    }
    if (media.type == "application/json") {
      return false;
    }
  }
  return false;
}

http::Response not_acceptable() {
  return fault_response(
      {406, "NotAcceptable", "only the following media types are accepted: application/json"});
}

std::string http_date(WallTime time) {
  const std::time_t seconds = WallTime::clock::to_time_t(time);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  char text[40];
  const std::size_t size = std::strftime(text, sizeof(text), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  return {text, size};
}

http::Response version_2(const http::Request& request) {
  http::Response response;
  if (prefers_protobuf(request)) {
    response.content_type = kProtobuf;
    response.body = api::openapi_v2_protobuf(api::builtin_kinds());
  } else if (accepts_json(request)) {
    response.body = json::write(api::openapi_v2(api::builtin_kinds()));
  } else {
    return not_acceptable();
  }
  response.headers.add("Vary", "Accept");
  return tagged(request, std::move(response));
}

}  // namespace

const OpenApiDocuments::Fingerprints& OpenApiDocuments::fingerprints() const {
  std::call_once(computed_, [this] {
    const auto kinds = api::builtin_kinds();
    for (const std::string& path : api::openapi_v3_paths(kinds)) {
      const auto document = api::openapi_v3(kinds, path);
      CHECK(document.has_value());
      fingerprints_.emplace_back(path, http::sha512(json::write(*document)));
    }
  });
  return fingerprints_;
}

http::Response OpenApiDocuments::index(const http::Request& request) const {
  http::Response response;
  response.body = json::write(api::openapi_v3_index(fingerprints()));
  return tagged(request, std::move(response));
}

std::optional<http::Response> OpenApiDocuments::version_3(const http::Request& request,
                                                          const std::string& path) const {
  std::string tag;
  for (const auto& [known, known_tag] : fingerprints()) {
    tag = known == path ? known_tag : tag;
  }
  if (tag.empty()) {
    return std::nullopt;
  }
  const auto asked = request.target.find("hash");
  http::Response response;
  if (asked && *asked != tag) {
    response.status = 301;
    response.headers.add("Location", std::string(kIndexPath) + "/" + path + "?hash=" + tag);
    return response;
  }
  if (asked) {
    response.headers.add("Cache-Control", "public, immutable");
    response.headers.add("Expires", http_date(clock_.now() + kYear));
  }
  response.headers.add("Vary", "Accept");
  response.headers.add("ETag", "\"" + tag + "\"");
  if (has_version(request, tag)) {
    response.status = 304;
    return response;
  }
  response.body = json::write(*api::openapi_v3(api::builtin_kinds(), path));
  return response;
}

std::optional<http::Response> OpenApiDocuments::describe(const http::Request& request) const {
  const std::string& path = request.target.path;
  if (path == kVersion2Path) {
    return version_2(request);
  }
  if (!path.starts_with(kIndexPath)) {
    return std::nullopt;
  }
  if (!accepts_json(request)) {
    return not_acceptable();
  }
  if (path.size() <= kIndexPath.size() + 1) {
    return index(request);
  }
  return version_3(request, path.substr(kIndexPath.size() + 1));
}

}  // namespace sluice::apiserver
