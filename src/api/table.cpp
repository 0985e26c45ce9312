// SPDX-License-Identifier: Apache-2.0
#include "api/table.h"

#include "api/columns.h"
#include "base/text.h"

namespace sluice::api {
namespace {

json::Value at_path(const json::Value& object, std::string_view path) {
  const json::Value* at = &object;
  for (const std::string_view part : split(path, '.')) {
    at = at == nullptr ? nullptr : at->find(part);
  }
  return at == nullptr ? json::Value("") : *at;
}

json::Value definition(const Column& column) {
  return json::Object{{"name", column.name},
                      {"type", column.type},
                      {"format", column.format},
                      {"description", column.description},
                      {"priority", column.priority}};
}

json::Value included(const json::Value& object, IncludeObject include) {
  if (include == IncludeObject::kObject) {
    return object;
  }
  return json::Object{{"kind", "PartialObjectMetadata"},
                      {"apiVersion", "meta.k8s.io/v1"},
                      {"metadata", object.at("metadata")}};
}

json::Value row(std::span<const Column> columns, const json::Value& object, IncludeObject include,
                WallTime now) {
  json::Array row_cells;
  for (const Column& column : columns) {
    row_cells.push_back(column.cell != nullptr ? column.cell(object, now)
                                               : at_path(object, column.path));
  }
  json::Value result = json::Object{{"cells", std::move(row_cells)}};
  if (include != IncludeObject::kNone) {
    result["object"] = included(object, include);
  }
  return result;
}

}  // namespace

json::Value make_table(const Kind& kind, const std::vector<const json::Value*>& objects,
                       const json::Value& list_metadata, IncludeObject include, WallTime now) {
  const std::span<const Column> columns =
      kind.columns.empty() ? std::span<const Column>(columns::kNameAndAge) : kind.columns;
  json::Array definitions;
  for (const Column& column : columns) {
    definitions.push_back(definition(column));
  }
  json::Array rows;
  rows.reserve(objects.size());
  for (const json::Value* object : objects) {
    rows.push_back(row(columns, *object, include, now));
  }
  return json::Object{{"kind", "Table"},
                      {"apiVersion", "meta.k8s.io/v1"},
                      {"metadata", list_metadata.is_object() ? list_metadata : json::Object{}},
                      {"columnDefinitions", std::move(definitions)},
                      {"rows", std::move(rows)}};
}

}  // namespace sluice::api
