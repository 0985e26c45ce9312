// SPDX-License-Identifier: Apache-2.0
#include "apiserver/openapi_documents.h"

#include <algorithm>
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
// Clients also ask for "v2@v1.0", which is not a valid media type and must not be answered.
constexpr std::string_view kVersion2Type =
    "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
constexpr std::string_view kVersion3Type =
    "application/com.github.proto-openapi.spec.v3.v1.0+protobuf";
constexpr std::chrono::hours kYear{365 * 24};

// The best of JSON and this protobuf type; nothing when neither will do.
std::optional<std::string_view> choose_type(const http::Request& request,
                                            std::string_view protobuf) {
  const std::string_view accept = request.headers.get("Accept");
  if (accept.empty()) {
    return media_type(Encoding::kJson);
  }
  for (const MediaType& media : parse_accept(accept)) {
    if (media.type == "*/*" || media.type == "application/*" || media.type == "application/json") {
      return media_type(Encoding::kJson);
    }
    std::string type = media.type;
    std::replace(type.begin(), type.end(), '@', '.');
    if (type == protobuf) {
      return protobuf;
    }
  }
  return std::nullopt;
}

http::Response not_acceptable() {
  http::Response response;
  response.status = 406;
  response.content_type = "text/plain";
  response.headers.add("Vary", "Accept");
  return response;
}

std::string http_date(WallTime time) {
  const std::time_t seconds = WallTime::clock::to_time_t(time);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  char text[40];
  const std::size_t size = std::strftime(text, sizeof(text), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  return {text, size};
}

// Only documents with custom kinds in them change while the server runs.
bool may_change(const api::Catalog::Snapshot& now, std::string_view path) {
  return std::any_of(now.custom.begin(), now.custom.end(), [&](const api::KindPtr& kind) {
    return path == "apis/" + kind->api_version();
  });
}

const std::string* find_tag(const std::vector<std::pair<std::string, std::string>>& tags,
                            std::string_view path) {
  for (const auto& [known, tag] : tags) {
    if (known == path) {
      return &tag;
    }
  }
  return nullptr;
}

}  // namespace

http::Response OpenApiDocuments::version_2(const http::Request& request) const {
  const auto type = choose_type(request, kVersion2Type);
  if (!type) {
    return not_acceptable();
  }
  const WholePtr whole = version_2_text(*type == kVersion2Type);
  http::Response response;
  response.content_type = *type;
  response.headers.add("Vary", "Accept");
  if (!has_version(request, whole->tag)) {
    response.body = whole->text;
  }
  return tagged(request, std::move(response), whole->tag);
}

OpenApiDocuments::WholePtr OpenApiDocuments::version_2_text(bool protobuf) const {
  const auto now = catalog_.snapshot();
  const std::string state = std::to_string(now->epoch) + " " +
                            (aggregator_ != nullptr ? aggregator_->openapi_v2_state() : "");
  const std::lock_guard lock(version_2_mutex_);
  WholePtr& kept = protobuf ? version_2_protobuf_ : version_2_json_;
  if (kept == nullptr || kept->state != state) {
    json::Value document = api::openapi_v2(now->kinds);
    if (aggregator_ != nullptr) {
      aggregator_->add_openapi_v2(document);
    }
    std::string text = protobuf ? api::openapi_v2_protobuf(document) : json::write(document);
    std::string tag = http::sha512(text);
    kept = std::make_shared<const Whole>(Whole{state, std::move(text), std::move(tag)});
  }
  return kept;
}

OpenApiDocuments::FingerprintsPtr OpenApiDocuments::fingerprints(
    const api::Catalog::Snapshot& now) const {
  const std::lock_guard lock(mutex_);
  if (epoch_ == now.epoch) {
    return fingerprints_;
  }
  auto next = std::make_shared<Fingerprints>();
  for (const std::string& path : api::openapi_v3_paths(now.kinds)) {
    const std::string* known = may_change(now, path) ? nullptr : find_tag(*fingerprints_, path);
    const auto document = known == nullptr ? api::openapi_v3(now.kinds, path) : std::nullopt;
    next->emplace_back(path, document ? http::sha512(json::write(*document)) : *known);
  }
  epoch_ = now.epoch;
  fingerprints_ = std::move(next);
  return fingerprints_;
}

http::Response OpenApiDocuments::index(const http::Request& request) const {
  json::Value list = api::openapi_v3_index(*fingerprints(*catalog_.snapshot()));
  if (aggregator_ != nullptr) {
    aggregator_->add_openapi_v3(list);
  }
  http::Response response;
  response.body = json::write(list);
  return tagged(request, std::move(response));
}

std::optional<http::Response> OpenApiDocuments::version_3(const http::Request& request,
                                                          const std::string& path) const {
  const auto now = catalog_.snapshot();
  const auto tags = fingerprints(*now);
  const std::string* found = find_tag(*tags, path);
  if (found == nullptr) {
    return std::nullopt;
  }
  const std::string& tag = *found;
  const auto type = choose_type(request, kVersion3Type);
  if (!type) {
    return not_acceptable();
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
  const auto document = api::openapi_v3(now->kinds, path);
  response.content_type = *type;
  response.body =
      *type == kVersion3Type ? api::openapi_v3_protobuf(*document) : json::write(*document);
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
  if (path.size() <= kIndexPath.size() + 1) {
    return index(request);
  }
  return version_3(request, path.substr(kIndexPath.size() + 1));
}

}  // namespace sluice::apiserver
