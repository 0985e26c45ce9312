// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "api/kind.h"
#include "api/schema.h"
#include "api/wire.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// A request body of type application/vnd.kubernetes.protobuf as the JSON document it stands for:
// "k8s\0", then a runtime.Unknown that names apiVersion and kind and holds the message. Knows the
// served kinds, DeleteOptions and Binding. BadRequest when the bytes are malformed or the kind is
// not known; fields the schema does not know are skipped, as protobuf readers do.
Result<json::Value> decode_protobuf(std::string_view bytes);

// The same for a message without envelope, by its schema.
Result<json::Value> decode_message(const Schema& schema, std::string_view bytes);

// The way back: a document of a served kind, a Status, PartialObjectMetadata. Values the schema
// would not accept, and members it does not know, are left out. Unsupported when the document's
// type has no protobuf form: custom resources, tables.
Result<std::string> encode_protobuf(const json::Value& document);
void encode_message(const Schema& schema, const json::Value& object, WireWriter& out);

// A list of objects of one schema, written item by item, so that only one of them need be decoded
// at a time.
class ProtobufList {
 public:
  struct Type {
    std::string_view api_version;
    std::string_view kind;  // "PodList"
    const Schema& item;
  };
  ProtobufList(const Type& type, const json::Value& metadata);
  void add(const json::Value& item);
  std::string bytes() &&;

 private:
  const Schema& item_;
  WireWriter out_;
  std::size_t message_;
};

// Whether objects of the kind have a protobuf form: built-in kinds do, custom resources do not.
bool has_protobuf(const Kind& kind);

// What PartialObjectMetadata looks like: metadata of any kind.
const Schema& partial_metadata_schema();

// One event of a watch stream: length, then a WatchEvent around an encoded document.
std::string watch_frame(std::string_view type, std::string_view document);

}  // namespace sluice::api
