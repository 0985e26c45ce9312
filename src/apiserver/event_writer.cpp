// SPDX-License-Identifier: Apache-2.0
#include "apiserver/event_writer.h"

#include "api/protobuf.h"
#include "apiserver/render.h"
#include "client/event_type.h"
#include "json/text.h"

namespace sluice::apiserver {

std::string EventWriter::content_type() const {
  std::string type(media_type(output_.encoding));
  return output_.encoding == Encoding::kJson ? type : type + ";stream=watch";
}

Result<std::string> EventWriter::event(const registry::Event& event) {
  if (output_.verbatim()) {
    return registry::event_text(event) + "\n";
  }
  TRY_ASSIGN(const json::Value object, event.object.decode());
  return framed(client::to_string(event.type), in_form(object));
}

std::string EventWriter::error(const Error& error) const {
  return framed("ERROR", to_status(error)).value_or("");
}

json::Value EventWriter::in_form(const json::Value& object) {
  Output output = output_;
  if (object.find("metadata", "annotations", "k8s.io/initial-events-end") != nullptr &&
      output.include == api::IncludeObject::kNone) {
    output.include = api::IncludeObject::kMetadata;  // where else would the client find it
  }
  json::Value document = transform(kind_, output, object, clock_.now());
  if (output_.form != Output::Form::kTable) {
    return document;
  }
  if (columns_sent_) {
    document["columnDefinitions"] = json::Value();
  }
  columns_sent_ = true;
  return document;
}

Result<std::string> EventWriter::framed(std::string_view type, const json::Value& object) const {
  if (output_.encoding == Encoding::kProtobuf) {
    TRY_ASSIGN(const std::string bytes, api::encode_protobuf(object));
    return api::watch_frame(type, bytes);
  }
  std::string line = R"({"type":")" + std::string(type) + R"(","object":)";
  json::write(object, line);
  line += "}\n";
  return line;
}

}  // namespace sluice::apiserver
