// SPDX-License-Identifier: Apache-2.0
#include "apiserver/body.h"

#include "api/protobuf.h"
#include "base/text.h"
#include "json/text.h"
#include "json/yaml.h"

namespace sluice::apiserver {

namespace {

http::Response unknown_format(std::string_view accepted) {
  return fault_response({415, "UnsupportedMediaType",
                         "the body of the request was in an unknown format - accepted media types "
                         "include: " +
                             std::string(accepted)});
}

Result<Body> parse_json(const std::string& text) {
  Body body;
  TRY_ASSIGN(body.document, json::parse(text, {.duplicates = &body.duplicates}));
  return body;
}

Result<Body> parse_one_yaml(const std::string& text, std::vector<std::string>* repeated = nullptr) {
  TRY_ASSIGN(auto documents, json::parse_yaml(text, repeated));
  if (documents.size() != 1) {
    return fail(Code::kBadRequest, "the body must hold exactly one YAML document, not " +
                                       std::to_string(documents.size()));
  }
  return Body{std::move(documents.front()), {}};
}

Result<Body> parse_protobuf(const std::string& bytes) {
  TRY_ASSIGN(json::Value document, api::decode_protobuf(bytes));
  return Body{std::move(document), {}};
}

// JSON is YAML but for some escapes; it is read as YAML only to say which keys it repeats.
Result<Body> parse_config(const std::string& text) {
  std::vector<std::string> repeated;
  auto body = parse_json(text);
  if (!body || !body->duplicates.empty()) {
    body = parse_one_yaml(text, &repeated);
  }
  if (!body) {
    return tl::unexpected(
        with_context(body.error(), "error decoding patch: error converting YAML to JSON"));
  }
  body->duplicates = std::move(repeated);
  return body;
}

}  // namespace

Answer<Body> decode_body(const Call& call) {
  const MediaType media = parse_media_type(call.request.headers.get("Content-Type"));
  if (trim(call.request.body).empty()) {
    return tl::unexpected(refuse(call, Error{Code::kBadRequest, "the request has no body"}));
  }
  Result<Body> body;
  if (media.type.empty() || media.type == "application/json" || media.type == "*/*") {
    body = parse_json(call.request.body);
  } else if (media.type == "application/yaml") {
    body = parse_one_yaml(call.request.body);
  } else if (media.type == "application/vnd.kubernetes.protobuf") {
    body = parse_protobuf(call.request.body);
  } else {
    return tl::unexpected(
        unknown_format("application/json, application/yaml, application/vnd.kubernetes.protobuf"));
  }
  if (!body) {
    return tl::unexpected(refuse(call, body.error()));
  }
  return std::move(*body);
}

Answer<Body> decode_object(const Call& call) {
  auto body = decode_body(call);
  if (!body) {
    return body;
  }
  json::Value& document = body->document;
  const std::string wanted(call.kind.kind);
  if (!document.is_object()) {
    return tl::unexpected(
        refuse(call, Error{Code::kBadRequest, "the body must be a " + wanted + " object, not " +
                                                  std::string(json::to_string(document.type()))}));
  }
  const std::string kind = document.at("kind").as_string();
  const std::string version = document.at("apiVersion").as_string();
  if ((!kind.empty() && kind != wanted) ||
      (!version.empty() && version != call.kind.api_version())) {
    return tl::unexpected(refuse(
        call, Error{Code::kBadRequest, "the object provided is a " + kind + " of version \"" +
                                           version + "\" (must be of type " + wanted +
                                           ", version \"" + call.kind.api_version() + "\")"}));
  }
  if (kind.empty() || version.empty()) {
    document["apiVersion"] = call.kind.api_version();
    document["kind"] = wanted;
  }
  return body;
}

Answer<json::Value> decode_optional_body(const Call& call) {
  if (trim(call.request.body).empty()) {
    return json::Value();
  }
  auto body = decode_body(call);
  if (!body) {
    return tl::unexpected(std::move(body).error());
  }
  return std::move(body->document);
}

Answer<client::PatchType> patch_type(const Call& call) {
  const MediaType media = parse_media_type(call.request.headers.get("Content-Type"));
  if (media.type == "application/merge-patch+json") {
    return client::PatchType::kMerge;
  }
  if (media.type == "application/strategic-merge-patch+json" && call.kind.custom == nullptr) {
    return client::PatchType::kStrategicMerge;
  }
  if (media.type == "application/json-patch+json") {
    return client::PatchType::kJson;
  }
  if (media.type == "application/apply-patch+yaml") {
    return client::PatchType::kApply;
  }
  return tl::unexpected(
      unknown_format(call.kind.custom == nullptr
                         ? "application/json-patch+json, application/merge-patch+json, "
                           "application/strategic-merge-patch+json, application/apply-patch+yaml"
                         : "application/json-patch+json, application/merge-patch+json, "
                           "application/apply-patch+yaml"));
}

Answer<Body> decode_patch(const Call& call, client::PatchType type) {
  const bool applies = type == client::PatchType::kApply;
  auto body = applies ? parse_config(call.request.body) : parse_json(call.request.body);
  if (!body) {
    return tl::unexpected(refuse(call, body.error()));
  }
  return std::move(*body);
}

}  // namespace sluice::apiserver
