// SPDX-License-Identifier: Apache-2.0
#include "api/table.h"

#include "api/columns.h"
#include "api/crd/custom_cell.h"
#include "api/printing/human_duration.h"
#include "api/printing/selector_text.h"
#include "base/text.h"
#include "json/strings.h"
#include "json/text.h"

namespace sluice::api {
namespace {

const json::Value& at_path(const json::Value& object, std::string_view path) {
  const json::Value* at = &object;
  for (const std::string_view part : split(path, '.')) {
    at = at == nullptr ? nullptr : at->find(part);
  }
  return at == nullptr ? json::Value::null() : *at;
}

json::Value nothing(const Column& column) {
  if (!column.missing.empty() || column.type == "string") {
    return column.missing;
  }
  return column.type == "boolean" ? json::Value(false) : json::Value(0);
}

std::string joined(const json::Value& list) {
  return join(json::to_strings(list), ",");
}

json::Value shown(const Column& column, const json::Value& value, WallTime now) {
  switch (column.show) {
    case Show::kCount:
      return value.as_array().size();
    case Show::kSelector:
      return selector_text(value);
    case Show::kLabels:
      return labels_text(value);
    default:
      break;
  }
  if (value.is_null()) {
    return nothing(column);
  }
  if (column.show == Show::kAge) {
    return time_since(value, now);
  }
  if (column.show == Show::kJoined) {
    return joined(value);
  }
  return column.show == Show::kText && !value.is_string() ? json::Value(json::write(value)) : value;
}

json::Value cell(const Column& column, const json::Value& object, WallTime now) {
  if (column.json_path != nullptr) {
    return custom_cell(column, object, now);
  }
  return column.cell != nullptr ? column.cell(object, now)
                                : shown(column, at_path(object, column.path), now);
}

json::Value definition(const Column& column) {
  return json::Object{{"name", column.name},
                      {"type", column.shown_type.empty() ? column.type : column.shown_type},
                      {"format", column.format},
                      {"description", column.description},
                      {"priority", column.priority}};
}

json::Value included(const json::Value& object, IncludeObject include) {
  if (include == IncludeObject::kNone) {
    return {};
  }
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
    row_cells.push_back(cell(column, object, now));
  }
  return json::Object{{"cells", std::move(row_cells)}, {"object", included(object, include)}};
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
