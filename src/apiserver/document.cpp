// SPDX-License-Identifier: Apache-2.0
#include "apiserver/document.h"

#include <algorithm>
#include <vector>

#include "api/protobuf.h"
#include "json/text.h"
#include "json/yaml.h"

namespace sluice::apiserver {

namespace {

// As maps are in Go's YAML.
json::Value sorted(const json::Value& value) {
  if (value.is_array()) {
    json::Array items;
    items.reserve(value.as_array().size());
    for (const json::Value& item : value.as_array()) {
      items.push_back(sorted(item));
    }
    return items;
  }
  if (!value.is_object()) {
    return value;
  }
  std::vector<const json::Member*> members;
  members.reserve(value.as_object().size());
  for (const json::Member& member : value.as_object()) {
    members.push_back(&member);
  }
  std::sort(members.begin(), members.end(),
            [](const auto* a, const auto* b) { return a->key < b->key; });
  json::Object result;
  for (const json::Member* member : members) {
    result.append(member->key, sorted(member->value));
  }
  return result;
}

}  // namespace

Result<std::string> write_document(const json::Value& document, const Output& output) {
  switch (output.encoding) {
    case Encoding::kJson:
      break;
    case Encoding::kYaml:
      return json::write_yaml(sorted(document));
    case Encoding::kProtobuf:
      return api::encode_protobuf(document);
  }
  return output.pretty ? json::write_pretty(document) : json::write(document);
}

http::Response document_response(int status, const json::Value& document, const Output& output) {
  auto body = write_document(document, output);
  if (!body) {
    return error_response(body.error());
  }
  http::Response response;
  response.status = status;
  response.content_type = media_type(output.encoding);
  response.body = std::move(*body);
  return response;
}

}  // namespace sluice::apiserver
