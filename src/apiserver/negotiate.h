// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "api/kind.h"
#include "api/table.h"
#include "apiserver/media_type.h"
#include "apiserver/status.h"
#include "base/result.h"
#include "http/message.h"

namespace sluice::apiserver {

enum class Encoding { kJson, kYaml, kProtobuf };

inline constexpr std::array kEncodings{Encoding::kJson, Encoding::kYaml, Encoding::kProtobuf};

// "application/json"
std::string_view media_type(Encoding encoding);

// In which form objects leave the server.
struct Output {
  enum class Form { kObject, kTable, kPartialMetadata, kPartialMetadataList };
  Form form = Form::kObject;
  Encoding encoding = Encoding::kJson;
  std::string version = "v1";  // of meta.k8s.io, for the forms that have one
  api::IncludeObject include = api::IncludeObject::kMetadata;  // in table rows
  bool pretty = false;                                         // for people

  // Stored texts may be sent byte for byte.
  bool verbatim() const { return form == Form::kObject && encoding == Encoding::kJson && !pretty; }
};

// What an endpoint can produce.
struct Endpoint {
  bool protobuf = true;  // of the objects themselves; their metadata always can
  bool forms = true;     // other forms of an object than its own
  bool tables = true;
  bool streams = false;  // events instead of one document

  static Endpoint of(const api::Kind& kind, bool watch);
};

// The best acceptable form; an unexpected result is the 406 to answer with.
tl::expected<Output, HttpFault> choose_output(const http::Request& request,
                                              const Endpoint& endpoint);

// For documents that have one encoding, or those of objects: the 406 to answer with, if any.
std::optional<HttpFault> unacceptable(const http::Request& request,
                                      std::span<const Encoding> encodings);

// An error in the encoding its request asked for; JSON when there is none.
http::Response negotiated(const http::Request& request, http::Response response);

// Aggregated discovery: the version of apidiscovery.k8s.io asked for first ("v2", "v2beta1"), or
// empty for the plain documents.
std::string aggregated_discovery_version(std::string_view accept);

}  // namespace sluice::apiserver
