// SPDX-License-Identifier: Apache-2.0
#include "apiserver/render.h"

#include "api/protobuf.h"
#include "api/scale.h"
#include "api/table.h"
#include "apiserver/document.h"
#include "base/text.h"
#include "registry/list_text.h"

namespace sluice::apiserver {

namespace {

using Form = Output::Form;

std::string meta_version(const Output& output) {
  return "meta.k8s.io/" + output.version;
}

json::Value partial(const json::Value& object, const Output& output) {
  return json::Object{{"kind", "PartialObjectMetadata"},
                      {"apiVersion", meta_version(output)},
                      {"metadata", object.at("metadata")}};
}

// The name of a type as upstream's messages have it: "*core.PodList".
std::string type_name(const api::Kind& kind, std::string_view suffix = "") {
  const std::string group = kind.group.empty() ? "core" : std::string(split(kind.group, '.')[0]);
  return "*" + group + "." + std::string(kind.kind) + std::string(suffix);
}

http::Response not_acceptable(const std::string& message) {
  return fault_response({406, "NotAcceptable", message});
}

// What is the same for every encoding of a list that is not a table.
struct ListType {
  std::string kind;
  std::string api_version;
  bool is_partial = false;
};

ListType list_type(const Call& call) {
  if (call.output.form == Form::kPartialMetadataList) {
    return {"PartialObjectMetadataList", meta_version(call.output), true};
  }
  return {call.kind.list_kind(), call.kind.api_version(), false};
}

http::Response protobuf_list(const Call& call, const registry::ListPage& page) {
  const ListType type = list_type(call);
  api::ProtobufList list({type.api_version, type.kind,
                          type.is_partial ? api::partial_metadata_schema() : *call.kind.schema},
                         registry::list_metadata(page));
  for (const auto& item : page.items) {
    const auto decoded = item.decode();
    if (!decoded) {
      return refuse(call, decoded.error());
    }
    list.add(*decoded);
  }
  http::Response response;
  response.content_type = media_type(Encoding::kProtobuf);
  response.body = std::move(list).bytes();
  return response;
}

// A table is made as version v1; another one is that of its rows, too.
json::Value in_version(json::Value table, const Output& output) {
  table["apiVersion"] = meta_version(output);
  if (output.include == api::IncludeObject::kMetadata) {
    for (json::Value& row : table["rows"].array()) {
      row["object"]["apiVersion"] = meta_version(output);
    }
  }
  return table;
}

json::Value table_of(const Call& call, const registry::ListPage& page,
                     const std::vector<json::Value>& objects, WallTime now) {
  std::vector<const json::Value*> rows;
  rows.reserve(objects.size());
  for (const json::Value& object : objects) {
    rows.push_back(&object);
  }
  return in_version(
      api::make_table(call.kind, rows, registry::list_metadata(page), call.output.include, now),
      call.output);
}

json::Value list_document(const Call& call, const registry::ListPage& page,
                          std::vector<json::Value> objects) {
  const ListType type = list_type(call);
  json::Array items;
  items.reserve(objects.size());
  for (json::Value& object : objects) {
    if (!type.is_partial && api::has_protobuf(call.kind)) {
      object.erase("kind");  // the list says it
      object.erase("apiVersion");
    }
    items.push_back(type.is_partial ? partial(object, call.output) : std::move(object));
  }
  return json::Object{{"kind", type.kind},
                      {"apiVersion", type.api_version},
                      {"metadata", registry::list_metadata(page)},
                      {"items", std::move(items)}};
}

}  // namespace

json::Value transform(const api::Kind& kind, const Output& output, const json::Value& object,
                      WallTime now) {
  if (output.form == Form::kPartialMetadata) {
    return partial(object, output);
  }
  if (output.form != Form::kTable) {
    return object;
  }
  const json::Value metadata =
      json::Object{{"resourceVersion", object.at("metadata", "resourceVersion")}};
  return in_version(api::make_table(kind, {&object}, metadata, output.include, now), output);
}

http::Response object_response(const Call& call, int status, const registry::StoredObject& object,
                               WallTime now) {
  if (call.output.verbatim()) {
    http::Response response;
    response.status = status;
    response.body = object.text();
    return response;
  }
  if (call.output.form == Form::kPartialMetadataList) {
    return not_acceptable(
        "you requested PartialObjectMetadataList, but the requested object is "
        "not a list (" +
        type_name(call.kind) + ")");
  }
  const auto decoded = object.decode();
  if (!decoded) {
    return refuse(call, decoded.error());
  }
  const api::Kind& kind = call.info.subresource == "scale" ? api::scale_kind() : call.kind;
  return document_response(status, transform(kind, call.output, *decoded, now), call.output);
}

http::Response list_response(const Call& call, const registry::ListPage& page, WallTime now) {
  if (call.output.verbatim()) {
    http::Response response;
    response.body = registry::list_text(call.kind, page);
    return response;
  }
  if (call.output.form == Form::kPartialMetadata) {
    return not_acceptable(
        "you requested PartialObjectMetadata, but the requested object is a "
        "list (" +
        type_name(call.kind, "List") + ")");
  }
  if (call.output.encoding == Encoding::kProtobuf) {
    return protobuf_list(call, page);
  }
  std::vector<json::Value> objects;
  objects.reserve(page.items.size());
  for (const auto& item : page.items) {
    auto decoded = item.decode();
    if (!decoded) {
      return refuse(call, decoded.error());
    }
    objects.push_back(std::move(*decoded));
  }
  const json::Value document = call.output.form == Form::kTable
                                   ? table_of(call, page, objects, now)
                                   : list_document(call, page, std::move(objects));
  return document_response(200, document, call.output);
}

}  // namespace sluice::apiserver
