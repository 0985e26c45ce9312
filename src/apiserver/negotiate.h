// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/table.h"
#include "apiserver/status.h"
#include "base/result.h"
#include "http/message.h"

namespace sluice::apiserver {

// One entry of an Accept header, or a Content-Type: "application/json;as=Table;v=v1".
struct MediaType {
  std::string type;  // lower case
  std::vector<std::pair<std::string, std::string>> parameters;

  std::string_view parameter(std::string_view name) const;
};
MediaType parse_media_type(std::string_view text);
std::vector<MediaType> parse_accept(std::string_view header);

// In which form objects leave the server.
struct Output {
  enum class Form { kObject, kTable, kPartialMetadata };
  enum class Encoding { kJson, kYaml };
  Form form = Form::kObject;
  Encoding encoding = Encoding::kJson;
  std::string version = "v1";  // of meta.k8s.io, for the forms that have one
  api::IncludeObject include = api::IncludeObject::kMetadata;  // in table rows
  bool pretty = false;                                         // for people

  // Stored texts may be sent byte for byte.
  bool verbatim() const { return form == Form::kObject && encoding == Encoding::kJson && !pretty; }
};

// The first acceptable form; an unexpected result is the 406 to answer with.
tl::expected<Output, HttpFault> choose_output(std::string_view accept, const http::Target& target);

// Aggregated discovery: the version of apidiscovery.k8s.io asked for first ("v2", "v2beta1"), or
// empty for the plain documents.
std::string aggregated_discovery_version(std::string_view accept);

}  // namespace sluice::apiserver
