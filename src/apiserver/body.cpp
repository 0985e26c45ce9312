// SPDX-License-Identifier: Apache-2.0
#include "apiserver/body.h"

#include <algorithm>

#include "api/protobuf.h"
#include "api/subresources.h"
#include "api/tables/schemas.h"
#include "api/validate.h"
#include "base/text.h"
#include "json/text.h"
#include "json/yaml.h"

namespace sluice::apiserver {

namespace {

constexpr std::string_view kProtobuf = "application/vnd.kubernetes.protobuf";
constexpr std::string_view kBodyTypes =
    "application/json, application/yaml, application/vnd.kubernetes.protobuf";
constexpr std::string_view kCustomPatchTypes =
    "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml";

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

constexpr std::string_view kTypeMeta =
    R"(struct { APIVersion string "json:\"apiVersion,omitempty\""; )"
    R"(Kind string "json:\"kind,omitempty\"" })";

constexpr std::string_view kNoTypeMeta = "couldn't get version/kind; json parse error: ";

std::string go_type_name(const json::Value& value) {
  return value.is_number() ? "number"
         : value.is_bool() ? "bool"
                           : std::string(json::to_string(value.type()));
}

// The start of a body, for the message that it was not understood: as text when that is what it is.
std::string excerpt(std::string_view body) {
  constexpr std::size_t kMost = 30;
  if (body.empty()) {
    return "<empty>";
  }
  const std::string_view start = body.substr(0, kMost);
  const std::string more = body.size() > kMost ? " ..." : "";
  if (body.find('{') != std::string_view::npos && trim(body).front() == '{') {
    return std::string(start) + more;
  }
  std::string hex;
  for (const char c : start) {
    hex += "0123456789abcdef"[static_cast<unsigned char>(c) / 16];
    hex += "0123456789abcdef"[static_cast<unsigned char>(c) % 16];
  }
  return hex + more;
}

http::Response unrecognized(const Call& call, const std::string& why) {
  const api::Kind wanted = api::part_kind(call.kind, call.info.subresource);
  return refuse(call,
                Error{Code::kBadRequest, "the object provided is unrecognized (must be of type " +
                                             std::string(wanted.kind) + "): " + why + " (" +
                                             excerpt(call.request.body) + ")"});
}

// A document of a kind that exists is another object; one that does not exist is nothing at all.
Error of_another_type(const api::Kind& expected, const std::string& kind,
                      const std::string& version) {
  const std::string short_version = version.substr(version.rfind('/') + 1);
  const std::string wanted(expected.kind);
  const std::string group(
      expected.group.empty() ? "core" : expected.group.substr(0, expected.group.find('.')));
  const bool is_list =
      kind.ends_with("List") && api::find_kind(version, kind.substr(0, kind.size() - 4)) != nullptr;
  const std::string why = is_list || api::find_kind(version, kind) != nullptr
                              ? "converting (" + short_version + "." + kind + ") to (" + group +
                                    "." + wanted + "): unknown conversion"
                              : "no kind \"" + kind + "\" is registered for version \"" + version +
                                    "\" in scheme \"pkg/runtime/scheme.go:111\"";
  return {Code::kBadRequest, kind + " in version \"" + short_version +
                                 "\" cannot be handled as a " + wanted + ": " + why};
}

Error without_type_meta(Error error) {
  error.message.insert(0, kNoTypeMeta);
  return error;
}

// Kind and version are looked at before anything else.
Result<void> check_type_meta(const json::Value& document) {
  if (!document.is_object()) {
    return fail(Code::kBadRequest, std::string(kNoTypeMeta) + "json: cannot unmarshal " +
                                       go_type_name(document) + " into Go value of type " +
                                       std::string(kTypeMeta));
  }
  for (const json::Member& member : document.as_object()) {
    const bool is_text = member.value.is_string() || member.value.is_null();
    if (!is_text && (member.key == "apiVersion" || member.key == "kind")) {
      return fail(Code::kBadRequest, std::string(kNoTypeMeta) + "json: cannot unmarshal " +
                                         go_type_name(member.value) + " into Go struct field ." +
                                         member.key + " of type string");
    }
  }
  return {};
}

// The body in the form that its Content-Type names; not readable is the inner error.
Answer<Result<Body>> parse_body(const Call& call) {
  const MediaType media = parse_media_type(call.request.headers.get("Content-Type"));
  const bool is_json =
      media.type.empty() || media.type == "application/json" || media.type == "*/*";
  const std::string& text = call.request.body;
  if (trim(text).empty()) {
    return fail(Code::kBadRequest, std::string(kNoTypeMeta) + "unexpected end of JSON input");
  }
  if (is_json) {
    return parse_json(text).map_error(without_type_meta);
  }
  if (media.type == "application/yaml") {
    return parse_one_yaml(text);
  }
  if (media.type == kProtobuf) {
    return parse_protobuf(text);
  }
  return tl::unexpected(unknown_format(kBodyTypes));
}

// Nobody knows the messages of custom resources.
bool is_unknown_message(const Call& call) {
  return call.kind.custom != nullptr &&
         parse_media_type(call.request.headers.get("Content-Type")).type == kProtobuf;
}

// Clients still say the beta version that evictions once had.
bool is_version_of(const api::Kind& kind, std::string_view version) {
  return version == kind.api_version() || (kind.kind == "Eviction" && version == "policy/v1beta1");
}

}  // namespace

Answer<Body> decode_object(const Call& call) {
  if (is_unknown_message(call)) {
    return tl::unexpected(unknown_format("application/json, application/yaml"));
  }
  auto parsed = parse_body(call);
  if (!parsed) {
    return tl::unexpected(std::move(parsed).error());
  }
  if (!*parsed) {
    return tl::unexpected(unrecognized(call, parsed->error().message));
  }
  Body body = std::move(**parsed);
  json::Value& document = body.document;
  if (document.is_null()) {
    document = json::Object();
  }
  if (const auto readable = check_type_meta(document); !readable) {
    return tl::unexpected(unrecognized(call, readable.error().message));
  }
  const api::Kind wanted = api::part_kind(call.kind, call.info.subresource);
  const std::string kind = document.at("kind").as_string();
  const std::string version = document.at("apiVersion").as_string();
  if (std::count(version.begin(), version.end(), '/') > 1) {
    return tl::unexpected(unrecognized(call, "unexpected GroupVersion string: " + version));
  }
  if ((!kind.empty() && kind != wanted.kind) ||
      (!version.empty() && !is_version_of(wanted, version))) {
    return tl::unexpected(refuse(call, of_another_type(wanted, kind, version)));
  }
  if (kind.empty() || version.empty()) {
    document["apiVersion"] = wanted.api_version();
    document["kind"] = wanted.kind;
  }
  return body;
}

Answer<json::Value> decode_delete_options(const Call& call) {
  if (trim(call.request.body).empty()) {
    return json::Value();
  }
  auto parsed = parse_body(call);
  if (!parsed) {
    return tl::unexpected(std::move(parsed).error());
  }
  if (!*parsed) {
    return tl::unexpected(refuse(call, parsed->error()));
  }
  json::Value options = std::move((*parsed)->document);
  if (options.is_null()) {
    return options;
  }
  if (const auto readable = check_type_meta(options); !readable) {
    return tl::unexpected(refuse(call, readable.error()));
  }
  const std::string& kind = options.at("kind").as_string();
  if (!kind.empty() && kind != "DeleteOptions") {
    return tl::unexpected(
        refuse(call, {Code::kBadRequest, "no kind \"" + kind + "\" is registered for version \"" +
                                             options.at("apiVersion").as_string() +
                                             "\" in scheme \"pkg/runtime/scheme.go:111\""}));
  }
  if (const auto typed = api::check_types(api::tables::kMetaV1DeleteOptions, options); !typed) {
    return tl::unexpected(refuse(call, typed.error()));
  }
  return options;
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
  if (call.kind.custom != nullptr) {
    return tl::unexpected(unknown_format(kCustomPatchTypes));
  }
  return tl::unexpected(fault_response({.code = 415,
                                        .reason = "UnsupportedMediaType",
                                        .message = "415: Unsupported Media Type",
                                        .routed = true}));
}

Answer<Body> decode_patch(const Call& call, client::PatchType type) {
  const bool applies = type == client::PatchType::kApply;
  auto body = applies ? parse_config(call.request.body) : parse_json(call.request.body);
  if (!body && !applies) {
    return tl::unexpected(refuse(call, with_context(body.error(), "error decoding patch")));
  }
  if (!body) {
    return tl::unexpected(refuse(call, body.error()));
  }
  return std::move(*body);
}

}  // namespace sluice::apiserver
