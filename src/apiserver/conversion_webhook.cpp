// SPDX-License-Identifier: Apache-2.0
#include "apiserver/conversion_webhook.h"

#include <chrono>
#include <utility>

#include "api/meta.h"
#include "base/random.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::apiserver {

namespace {

constexpr std::chrono::seconds kTimeout{30};

Result<WebhookAddress> parse_url(std::string_view url) {
  constexpr std::string_view kScheme = "https://";
  if (!url.starts_with(kScheme)) {
    return fail(Code::kBadRequest, "the webhook's url must begin with https://");
  }
  url.remove_prefix(kScheme.size());
  WebhookAddress address;
  const std::size_t slash = std::min(url.find('/'), url.size());
  std::string_view authority = url.substr(0, slash);
  address.path = slash == url.size() ? "/" : std::string(url.substr(slash));
  const std::size_t colon = authority.rfind(':');
  if (colon != std::string_view::npos && !authority.ends_with(']')) {
    const auto port = parse_int(authority.substr(colon + 1));
    if (!port || *port < 1 || *port > 65535) {
      return fail(Code::kBadRequest, "the webhook's url has no valid port");
    }
    address.port = static_cast<std::uint16_t>(*port);
    authority = authority.substr(0, colon);
  }
  if (authority.starts_with('[') && authority.ends_with(']')) {
    authority = authority.substr(1, authority.size() - 2);
  }
  address.host = authority;
  return address;
}

Error failed(const std::string& api_version, const std::string& why) {
  return {Code::kInternal, "conversion webhook for " + api_version + " failed: " + why};
}

json::Value review_of(const std::string& uid, const std::string& api_version,
                      const json::Array& objects) {
  return json::Object{
      {"kind", "ConversionReview"},
      {"apiVersion", "apiextensions.k8s.io/v1"},
      {"request",
       json::Object{{"uid", uid}, {"desiredAPIVersion", api_version}, {"objects", objects}}}};
}

// The webhook decides on labels and annotations only.
void keep_identity(const json::Value& original, json::Value& converted) {
  json::Value metadata = original.at("metadata");
  for (const char* member : {"labels", "annotations"}) {
    if (const json::Value* value = converted.find("metadata", member)) {
      metadata[member] = *value;
    } else {
      metadata.erase(member);
    }
  }
  converted["metadata"] = std::move(metadata);
}

Result<json::Array> read_answer(const json::Value& answer, const std::string& uid,
                                const std::string& api_version, const json::Array& objects) {
  const json::Value& response = answer.at("response");
  if (response.at("uid").as_string() != uid) {
    return tl::unexpected(failed(api_version, "the answer is for another request"));
  }
  if (response.at("result", "status").as_string() != "Success") {
    return tl::unexpected(failed(api_version, response.at("result", "message").as_string()));
  }
  json::Array converted = response.at("convertedObjects").as_array();
  if (converted.size() != objects.size()) {
    return tl::unexpected(failed(api_version, "it returned " + std::to_string(converted.size()) +
                                                  " objects, expected " +
                                                  std::to_string(objects.size())));
  }
  for (std::size_t i = 0; i < converted.size(); ++i) {
    const bool same = converted[i].at("apiVersion").as_string() == api_version &&
                      converted[i].at("kind") == objects[i].at("kind") &&
                      api::name(converted[i]) == api::name(objects[i]) &&
                      api::ns(converted[i]) == api::ns(objects[i]) &&
                      api::uid(converted[i]) == api::uid(objects[i]);
    if (!same) {
      return tl::unexpected(
          failed(api_version, "it returned another object at index " + std::to_string(i)));
    }
    keep_identity(objects[i], converted[i]);
  }
  return converted;
}

}  // namespace

Result<WebhookAddress> webhook_address(const json::Value& client_config,
                                       const ResolveService& resolve) {
  if (const json::Value* url = client_config.find("url")) {
    return parse_url(url->as_string());
  }
  const json::Value* service = client_config.find("service");
  if (service == nullptr) {
    return fail(Code::kBadRequest, "the webhook has neither url nor service");
  }
  if (!resolve) {
    return fail(Code::kUnavailable, "services of webhooks cannot be reached here");
  }
  return resolve(*service);
}

PostReview post_over_https(ResolveService resolve) {
  return [resolve = std::move(resolve)](const json::Value& client_config,
                                        const json::Value& review) -> Result<json::Value> {
    TRY_ASSIGN(const WebhookAddress address, webhook_address(client_config, resolve));
    TRY_ASSIGN(const std::string ca, base64_decode(client_config.at("caBundle").as_string()));
    TRY_ASSIGN(const auto client,
               http::make_client({.host = address.host, .port = address.port, .ca_pem = ca}));
    TRY_ASSIGN(const http::ClientResponse answer, client->send({.method = "POST",
                                                                .target = address.path,
                                                                .content_type = "application/json",
                                                                .body = json::write(review)},
                                                               kTimeout));
    if (answer.status != 200) {
      return fail(Code::kUnavailable,
                  "the webhook answered with status " + std::to_string(answer.status));
    }
    return json::parse(answer.body);
  };
}

registry::ConvertObjects convert_by_webhook(PostReview post) {
  return [post = std::move(post)](const json::Value& webhook, const std::string& api_version,
                                  json::Array objects) -> Result<json::Array> {
    const std::string uid = random_uuid();
    const auto answer = post(webhook.at("clientConfig"), review_of(uid, api_version, objects));
    if (!answer) {
      return tl::unexpected(failed(api_version, answer.error().message));
    }
    return read_answer(*answer, uid, api_version, objects);
  };
}

}  // namespace sluice::apiserver
