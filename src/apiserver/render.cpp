// SPDX-License-Identifier: Apache-2.0
#include "apiserver/render.h"

#include "api/table.h"
#include "json/text.h"
#include "json/yaml.h"
#include "registry/list_text.h"

namespace sluice::apiserver {

namespace {

constexpr std::size_t kMaxWarnings = 4096;  // bytes of all warnings together, as upstream limits

json::Value partial(const json::Value& object, const std::string& version) {
  return json::Object{{"kind", "PartialObjectMetadata"},
                      {"apiVersion", "meta.k8s.io/" + version},
                      {"metadata", object.at("metadata")}};
}

struct Look {
  const api::Kind& kind;
  const Output& output;
  WallTime now;
};

json::Value table_of(const Look& look, const std::vector<const json::Value*>& objects,
                     const json::Value& metadata) {
  json::Value table = api::make_table(look.kind, objects, metadata, look.output.include, look.now);
  table["apiVersion"] = "meta.k8s.io/" + look.output.version;
  return table;
}

// One object in another form than its own.
json::Value transform(const Look& look, const json::Value& object) {
  if (look.output.form == Output::Form::kPartialMetadata) {
    return partial(object, look.output.version);
  }
  if (look.output.form == Output::Form::kTable) {
    const json::Value metadata =
        json::Object{{"resourceVersion", object.at("metadata", "resourceVersion")}};
    return table_of(look, {&object}, metadata);
  }
  return object;
}

http::Response document_response(const Call& call, int status, const json::Value& document) {
  http::Response response;
  response.status = status;
  if (call.output.encoding == Output::Encoding::kYaml) {
    response.content_type = "application/yaml";
    response.body = json::write_yaml(document);
  } else {
    response.body = call.output.pretty ? json::write_pretty(document) : json::write(document);
  }
  return response;
}

json::Value transformed_list(const Call& call, const registry::ListPage& page,
                             std::vector<json::Value> objects, WallTime now) {
  if (call.output.form == Output::Form::kTable) {
    std::vector<const json::Value*> rows;
    rows.reserve(objects.size());
    for (const json::Value& object : objects) {
      rows.push_back(&object);
    }
    return table_of({call.kind, call.output, now}, rows, registry::list_metadata(page));
  }
  const bool is_partial = call.output.form == Output::Form::kPartialMetadata;
  json::Array items;
  items.reserve(objects.size());
  for (json::Value& object : objects) {
    items.push_back(is_partial ? partial(object, call.output.version) : std::move(object));
  }
  return json::Object{
      {"kind", is_partial ? "PartialObjectMetadataList" : std::string(call.kind.kind) + "List"},
      {"apiVersion", is_partial ? "meta.k8s.io/" + call.output.version : call.kind.api_version()},
      {"metadata", registry::list_metadata(page)},
      {"items", std::move(items)}};
}

std::string_view type_name(client::EventType type) {
  switch (type) {
    case client::EventType::kAdded:
      return "ADDED";
    case client::EventType::kModified:
      return "MODIFIED";
    case client::EventType::kDeleted:
      return "DELETED";
    case client::EventType::kBookmark:
      break;
  }
  return "BOOKMARK";
}

std::string event_line(std::string_view type, const json::Value& object) {
  std::string line = R"({"type":")" + std::string(type) + R"(","object":)";
  json::write(object, line);
  line += "}\n";
  return line;
}

}  // namespace

http::Response object_response(const Call& call, int status, const registry::StoredObject& object,
                               WallTime now) {
  if (call.output.verbatim()) {
    http::Response response;
    response.status = status;
    response.body = object.text();
    return response;
  }
  const auto decoded = object.decode();
  if (!decoded) {
    return refuse(call, decoded.error());
  }
  return document_response(call, status, transform({call.kind, call.output, now}, *decoded));
}

http::Response list_response(const Call& call, const registry::ListPage& page, WallTime now) {
  if (call.output.verbatim()) {
    http::Response response;
    response.body = registry::list_text(call.kind, page);
    return response;
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
  return document_response(call, 200, transformed_list(call, page, std::move(objects), now));
}

Result<std::string> event_line(const api::Kind& kind, const Output& output,
                               const registry::Event& event, WallTime now) {
  if (output.form == Output::Form::kObject) {
    return registry::event_text(event) + "\n";
  }
  TRY_ASSIGN(const json::Value object, event.object.decode());
  const Look look{kind, output, now};
  if (event.type == client::EventType::kBookmark && output.form == Output::Form::kTable) {
    return event_line("BOOKMARK", table_of(look, {}, object.at("metadata")));
  }
  return event_line(type_name(event.type), transform(look, object));
}

std::string error_line(const Error& error) {
  return event_line("ERROR", to_status(error));
}

void add_warnings(const std::vector<std::string>& warnings, http::Response& response) {
  std::size_t total = 0;
  for (const std::string& warning : warnings) {
    std::string quoted;
    for (const char c : warning) {
      if (c == '"' || c == '\\') {
        quoted.push_back('\\');
      }
      quoted.push_back(c);
    }
    total += quoted.size();
    if (total > kMaxWarnings) {
      return;
    }
    response.headers.add("Warning", "299 - \"" + quoted + "\"");
  }
}

}  // namespace sluice::apiserver
