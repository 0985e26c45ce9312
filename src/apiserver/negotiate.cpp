// SPDX-License-Identifier: Apache-2.0
#include "apiserver/negotiate.h"

#include <optional>

#include "apiserver/request_info.h"
#include "base/text.h"

namespace sluice::apiserver {

namespace {

constexpr std::string_view kAccepted =
    "only the following media types are accepted: application/json, application/yaml";

bool is_json(const MediaType& media) {
  return media.type.empty() || media.type == "*/*" || media.type == "application/*" ||
         media.type == "application/json";
}

std::optional<Output> to_output(const MediaType& media) {
  Output output;
  if (media.type == "application/yaml") {
    output.encoding = Output::Encoding::kYaml;
  } else if (!is_json(media)) {
    return std::nullopt;
  }
  const std::string_view as = media.parameter("as");
  if (as.empty()) {
    return output;
  }
  const std::string_view version = media.parameter("v");
  if (media.parameter("g") != "meta.k8s.io" || (version != "v1" && version != "v1beta1")) {
    return std::nullopt;
  }
  output.version = version;
  if (as == "Table") {
    output.form = Output::Form::kTable;
    return output;
  }
  if (as == "PartialObjectMetadata" || as == "PartialObjectMetadataList") {
    output.form = Output::Form::kPartialMetadata;
    return output;
  }
  return std::nullopt;
}

api::IncludeObject include_object(const std::string& asked) {
  if (asked == "None") {
    return api::IncludeObject::kNone;
  }
  return asked == "Object" ? api::IncludeObject::kObject : api::IncludeObject::kMetadata;
}

}  // namespace

std::string_view MediaType::parameter(std::string_view name) const {
  for (const auto& [key, value] : parameters) {
    if (key == name) {
      return value;
    }
  }
  return {};
}

MediaType parse_media_type(std::string_view text) {
  const auto parts = split(text, ';');
  MediaType media{.type = to_lower(trim(parts.front()))};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    if (equals != std::string_view::npos) {
      media.parameters.emplace_back(to_lower(trim(parts[i].substr(0, equals))),
                                    trim(parts[i].substr(equals + 1)));
    }
  }
  return media;
}

std::vector<MediaType> parse_accept(std::string_view header) {
  std::vector<MediaType> accepted;
  for (const std::string_view entry : split(header, ',')) {
    accepted.push_back(parse_media_type(entry));
  }
  return accepted;
}

tl::expected<Output, HttpFault> choose_output(std::string_view accept, const http::Target& target) {
  for (const MediaType& media : parse_accept(accept)) {
    if (auto output = to_output(media)) {
      output->include = include_object(target.value("includeObject"));
      output->pretty = flag(target, "pretty");
      return *output;
    }
  }
  return tl::unexpected(HttpFault{406, "NotAcceptable", std::string(kAccepted)});
}

std::string aggregated_discovery_version(std::string_view accept) {
  for (const MediaType& media : parse_accept(accept)) {
    const std::string_view version = media.parameter("v");
    if (is_json(media) && media.parameter("as") == "APIGroupDiscoveryList" &&
        media.parameter("g") == "apidiscovery.k8s.io" &&
        (version == "v2" || version == "v2beta1")) {
      return std::string(version);
    }
    if (is_json(media) && media.parameter("as").empty()) {
      return "";
    }
  }
  return "";
}

}  // namespace sluice::apiserver
