// SPDX-License-Identifier: Apache-2.0
#include "apiserver/document.h"

#include "api/protobuf.h"
#include "json/text.h"
#include "json/yaml.h"

namespace sluice::apiserver {

Result<std::string> write_document(const json::Value& document, const Output& output) {
  switch (output.encoding) {
    case Encoding::kJson:
      break;
    case Encoding::kYaml:
      return json::write_yaml(document);
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
