// SPDX-License-Identifier: Apache-2.0
//
// Upstream's rules: the entries of Accept in order of preference, for each the encodings in order
// JSON, YAML, protobuf; the first pair the endpoint can produce wins. Tables have no protobuf form,
// and YAML cannot be streamed.
#include "apiserver/negotiate.h"

#include <optional>

#include "api/protobuf.h"
#include "apiserver/document.h"
#include "apiserver/request_info.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::apiserver {

namespace {

using Form = Output::Form;

bool matches(const MediaType& media, Encoding encoding) {
  return media.type == media_type(encoding) || media.type == "application/*" ||
         media.type == "*/*" || media.type == "*";
}

// What "as", "g" and "v" ask for; nothing when the endpoint cannot.
std::optional<Form> form_of(const MediaType& media, Encoding encoding, const Endpoint& endpoint) {
  const std::string_view as = media.parameter("as");
  const std::string_view group = media.parameter("g");
  const std::string_view version = media.parameter("v");
  if (as.empty() && group.empty() && version.empty()) {
    const bool possible = encoding != Encoding::kProtobuf || endpoint.protobuf;
    return possible ? std::optional(Form::kObject) : std::nullopt;
  }
  if (!endpoint.forms || group != "meta.k8s.io" || (version != "v1" && version != "v1beta1")) {
    return std::nullopt;
  }
  if (as == "Table" && endpoint.tables && encoding != Encoding::kProtobuf) {
    return Form::kTable;
  }
  if (as == "PartialObjectMetadata") {
    return Form::kPartialMetadata;
  }
  return as == "PartialObjectMetadataList" ? std::optional(Form::kPartialMetadataList)
                                           : std::nullopt;
}

std::optional<Output> to_output(const MediaType& media, Encoding encoding,
                                const Endpoint& endpoint) {
  const std::string_view stream = media.parameter("stream");
  if (!stream.empty() && (stream != "watch" || encoding == Encoding::kYaml)) {
    return std::nullopt;
  }
  const auto form = form_of(media, encoding, endpoint);
  if (!form) {
    return std::nullopt;
  }
  Output output{.form = *form, .encoding = encoding, .pretty = media.parameter("pretty") == "1"};
  if (*form != Form::kObject) {
    output.version = media.parameter("v");
  }
  return output;
}

std::optional<Output> best_output(std::string_view accept, const Endpoint& endpoint) {
  if (accept.empty()) {
    return Output();
  }
  for (const MediaType& media : parse_accept(accept)) {
    for (const Encoding encoding : kEncodings) {
      if (matches(media, encoding)) {
        if (auto output = to_output(media, encoding, endpoint)) {
          return output;
        }
      }
    }
  }
  return std::nullopt;
}

// Upstream's router looks at media types alone, and before anything else.
bool is_routable(std::string_view accept, std::span<const Encoding> encodings = kEncodings) {
  if (accept.empty()) {
    return true;
  }
  for (const MediaType& media : parse_accept(accept)) {
    for (const Encoding encoding : encodings) {
      if (media.type == media_type(encoding) || media.type == "*/*") {
        return true;
      }
    }
  }
  return false;
}

HttpFault not_routable(const std::string& types) {
  return {.code = 406,
          .reason = "NotAcceptable",
          .message = "406: Not Acceptable\n\nAvailable representations: " + types,
          .routed = true};
}

HttpFault not_routable(const Endpoint& endpoint) {
  std::string types = "application/json, application/yaml";
  types += endpoint.protobuf ? ", application/vnd.kubernetes.protobuf" : "";
  if (endpoint.streams) {
    types += ", application/json;stream=watch";
    types += endpoint.protobuf ? ", application/vnd.kubernetes.protobuf;stream=watch" : "";
  }
  return not_routable(types);
}

HttpFault not_acceptable(const Endpoint& endpoint) {
  std::string types;
  for (const Encoding encoding : kEncodings) {
    if ((encoding == Encoding::kProtobuf && !endpoint.protobuf) ||
        (encoding == Encoding::kYaml && endpoint.streams)) {
      continue;
    }
    types += (types.empty() ? "" : ", ") + std::string(media_type(encoding)) +
             (endpoint.streams ? ";stream=watch" : "");
  }
  return {406, "NotAcceptable", "only the following media types are accepted: " + types};
}

// People get line breaks: when they ask for them, and when their tool looks like a person's.
bool is_pretty(const http::Request& request) {
  if (!request.target.value("pretty").empty()) {
    return flag(request.target, "pretty");
  }
  const std::string_view agent = request.headers.get("User-Agent");
  return agent.starts_with("curl") || agent.starts_with("Wget") || agent.starts_with("Mozilla/5.0");
}

tl::expected<api::IncludeObject, HttpFault> include_object(const http::Request& request) {
  const std::string asked = request.target.value("includeObject");
  if (asked == "None") {
    return api::IncludeObject::kNone;
  }
  if (asked == "Object") {
    return api::IncludeObject::kObject;
  }
  if (asked.empty() || asked == "Metadata") {
    return api::IncludeObject::kMetadata;
  }
  return tl::unexpected(
      HttpFault{400, "BadRequest",
                "Unable to convert to Table as requested: includeObject: Invalid value: \"" +
                    asked + "\": must be 'Metadata', 'Object', 'None', or empty"});
}

}  // namespace

std::string_view media_type(Encoding encoding) {
  switch (encoding) {
    case Encoding::kJson:
      break;
    case Encoding::kYaml:
      return "application/yaml";
    case Encoding::kProtobuf:
      return "application/vnd.kubernetes.protobuf";
  }
  return "application/json";
}

Endpoint Endpoint::of(const api::Kind& kind, bool watch) {
  return {.protobuf = api::has_protobuf(kind),
          .forms = true,
          .tables = kind.serves("get"),
          .streams = watch};
}

tl::expected<Output, HttpFault> choose_output(const http::Request& request,
                                              const Endpoint& endpoint) {
  const std::string_view accept = request.headers.get("Accept");
  if (!is_routable(accept)) {
    return tl::unexpected(not_routable(endpoint));
  }
  auto output = best_output(accept, endpoint);
  if (!output || (endpoint.streams && output->encoding == Encoding::kYaml)) {
    return tl::unexpected(not_acceptable(endpoint));
  }
  output->pretty = (output->pretty || is_pretty(request)) && !endpoint.streams;
  if (output->form == Form::kTable) {
    const auto include = include_object(request);
    if (!include) {
      return tl::unexpected(include.error());
    }
    output->include = *include;
  }
  return *output;
}

std::optional<HttpFault> unacceptable(const http::Request& request,
                                      std::span<const Encoding> encodings) {
  if (is_routable(request.headers.get("Accept"), encodings)) {
    return std::nullopt;
  }
  std::string types;
  for (const Encoding encoding : encodings) {
    types += (types.empty() ? "" : ", ") + std::string(media_type(encoding));
  }
  return not_routable(types);
}

http::Response negotiated(const http::Request& request, http::Response response) {
  if (response.status < 400 || response.stream != nullptr ||
      response.content_type != media_type(Encoding::kJson)) {
    return response;
  }
  auto output = choose_output(request, {.forms = false, .tables = false});
  if (!output) {
    output = Output{.pretty = true};
  }
  const auto status = json::parse(response.body);
  if (!status || output->verbatim()) {
    return response;
  }
  auto body = write_document(*status, *output);
  if (body) {
    response.body = std::move(*body);
    response.content_type = media_type(output->encoding);
  }
  return response;
}

std::string aggregated_discovery_version(std::string_view accept) {
  for (const MediaType& media : parse_accept(accept)) {
    if (!matches(media, Encoding::kJson) && !media.type.empty()) {
      continue;
    }
    const std::string_view version = media.parameter("v");
    if (media.parameter("as") == "APIGroupDiscoveryList" &&
        media.parameter("g") == "apidiscovery.k8s.io" &&
        (version == "v2" || version == "v2beta1")) {
      return std::string(version);
    }
    if (media.parameter("as").empty()) {
      return "";
    }
  }
  return "";
}

}  // namespace sluice::apiserver
