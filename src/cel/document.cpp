// SPDX-License-Identifier: Apache-2.0
#include "cel/document.h"

#include "base/text.h"
#include "cel/time.h"

namespace sluice::cel {
namespace {

using Kind = Value::Kind;

class DocumentList final : public List {
 public:
  DocumentList(const json::Array& items, const Type& type) : items_(items), type_(type) {}
  std::size_t size() const override { return items_.size(); }
  Value at(std::size_t index) const override {
    return type_.parameters().empty() ? from_json(items_[index])
                                      : from_json(items_[index], type_.parameters()[0]);
  }
  ListSemantics semantics() const override { return type_.list_semantics(); }
  const std::vector<std::string>& keys() const override { return type_.list_keys(); }

 private:
  const json::Array& items_;
  const Type& type_;
};

class DocumentMap final : public Map {
 public:
  DocumentMap(const json::Object& members, const Type& type) : members_(members), type_(type) {}
  std::size_t size() const override { return members_.size(); }
  std::optional<Value> find(const Value& key) const override {
    if (!key.is(Kind::kString)) {
      return std::nullopt;
    }
    const json::Value* member = members_.find(key.as_string());
    return member == nullptr ? std::nullopt : std::optional<Value>(adapt(*member));
  }
  Entry at(std::size_t index) const override {
    const auto member = members_.begin() + static_cast<std::ptrdiff_t>(index);
    return {Value::borrowed(member->key), adapt(member->value)};
  }

 private:
  Value adapt(const json::Value& value) const {
    return type_.parameters().empty() ? from_json(value) : from_json(value, type_.parameters()[1]);
  }

  const json::Object& members_;
  const Type& type_;
};

class DocumentObject final : public Map {
 public:
  DocumentObject(const json::Object& members, const Type& type) : members_(members), type_(type) {}
  std::size_t size() const override { return members_.size(); }
  std::optional<Value> find(const Value& key) const override {
    if (!key.is(Kind::kString)) {
      return std::nullopt;
    }
    const ObjectType::Field* field = type_.object_type().find(key.as_string());
    const json::Value* member =
        members_.find(field == nullptr ? key.as_string() : std::string_view(field->property));
    if (member == nullptr) {
      return std::nullopt;
    }
    return field == nullptr ? from_json(*member) : from_json(*member, field->type);
  }
  Entry at(std::size_t index) const override {
    const auto member = members_.begin() + static_cast<std::ptrdiff_t>(index);
    const ObjectType::Field* field = type_.object_type().find_property(member->key);
    return field == nullptr
               ? Entry{Value::borrowed(member->key), from_json(member->value)}
               : Entry{Value::borrowed(field->name), from_json(member->value, field->type)};
  }
  const ObjectType* object_type() const override { return &type_.object_type(); }
  Type type() const override { return type_; }

 private:
  const json::Object& members_;
  const Type& type_;
};

Value mismatch(std::string_view expected, const json::Value& found) {
  return Value::error("invalid data, expected " + std::string(expected) + ", got " +
                      std::string(json::to_string(found.type())));
}

Value text_as(const json::Value& document, const Type& type) {
  if (!document.is_string()) {
    return mismatch(type.to_string(), document);
  }
  const std::string& text = document.as_string();
  if (type.is(Type::Kind::kBytes)) {
    auto decoded = base64_decode(text);
    return decoded ? Value::bytes(*std::move(decoded))
                   : Value::error("Invalid bytes: " + decoded.error().message);
  }
  if (type.is(Type::Kind::kDuration)) {
    const auto duration = parse_duration(text);
    return duration ? Value(*duration)
                    : Value::error("Invalid duration " + text + ": invalid duration");
  }
  if (type.is(Type::Kind::kTimestamp)) {
    auto time = parse_timestamp(text);
    time = time ? time : parse_timestamp(text + "T00:00:00Z");
    return time ? Value(*time) : Value::error("Invalid date-time: " + text);
  }
  return Value::borrowed(text);
}

Value number_as(const json::Value& document, Type::Kind kind) {
  if (!document.is_number()) {
    return mismatch(Type(kind).to_string(), document);
  }
  if (kind == Type::Kind::kDouble) {
    return Value(document.as_double());
  }
  if (document.is_int()) {
    return kind == Type::Kind::kInt ? Value(document.as_int())
                                    : Value(static_cast<std::uint64_t>(document.as_int()));
  }
  const double number = document.as_double();
  if (number == static_cast<double>(static_cast<std::int64_t>(number))) {
    return Value(static_cast<std::int64_t>(number));
  }
  return mismatch("int", document);
}

}  // namespace

Value from_json(const json::Value& document) {
  static const Type dyn;
  switch (document.type()) {
    case json::Type::kNull:
      return {};
    case json::Type::kBool:
      return Value(document.as_bool());
    case json::Type::kInt:
      return Value(document.as_int());
    case json::Type::kDouble:
      return Value(document.as_double());
    case json::Type::kString:
      return Value::borrowed(document.as_string());
    case json::Type::kArray:
      return Value(ListPtr(std::make_shared<DocumentList>(document.as_array(), dyn)));
    case json::Type::kObject:
      return Value(MapPtr(std::make_shared<DocumentMap>(document.as_object(), dyn)));
  }
  return {};
}

Value from_json(const json::Value& document, const Type& type) {
  if (document.is_null()) {
    return {};
  }
  switch (type.kind()) {
    case Type::Kind::kBool:
      return document.is_bool() ? Value(document.as_bool()) : mismatch("bool", document);
    case Type::Kind::kInt:
    case Type::Kind::kUint:
    case Type::Kind::kDouble:
      return number_as(document, type.kind());
    case Type::Kind::kString:
    case Type::Kind::kBytes:
    case Type::Kind::kTimestamp:
    case Type::Kind::kDuration:
      return text_as(document, type);
    case Type::Kind::kList:
      return document.is_array()
                 ? Value(ListPtr(std::make_shared<DocumentList>(document.as_array(), type)))
                 : mismatch("an array", document);
    case Type::Kind::kMap:
      return document.is_object()
                 ? Value(MapPtr(std::make_shared<DocumentMap>(document.as_object(), type)))
                 : mismatch("a map", document);
    case Type::Kind::kObject:
      return document.is_object()
                 ? Value(MapPtr(std::make_shared<DocumentObject>(document.as_object(), type)))
                 : mismatch("a map", document);
    default:
      return from_json(document);
  }
}

namespace {

Result<json::Value> list_to_json(const List& list) {
  json::Array array;
  array.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    TRY_ASSIGN(json::Value item, to_json(list.at(i)));
    array.push_back(std::move(item));
  }
  return json::Value(std::move(array));
}

Result<json::Value> map_to_json(const Map& map) {
  json::Object object;
  for (std::size_t i = 0; i < map.size(); ++i) {
    const Map::Entry entry = map.at(i);
    if (!entry.key.is(Kind::kString)) {
      return fail(Code::kInvalid,
                  "map key of type " + entry.key.type().to_string() + " cannot be a member name");
    }
    const ObjectType::Field* field =
        map.object_type() == nullptr ? nullptr : map.object_type()->find(entry.key.as_string());
    TRY_ASSIGN(json::Value value, to_json(entry.value));
    object[field == nullptr ? entry.key.as_string() : std::string_view(field->property)] =
        std::move(value);
  }
  return json::Value(std::move(object));
}

}  // namespace

Result<json::Value> to_json(const Value& value) {
  switch (value.kind()) {
    case Kind::kNull:
      return json::Value();
    case Kind::kBool:
      return json::Value(value.as_bool());
    case Kind::kInt:
      return json::Value(value.as_int());
    case Kind::kUint:
      if (value.as_uint() > 9223372036854775807u) {
        return static_cast<double>(value.as_uint());
      }
      return value.as_uint();
    case Kind::kDouble:
      return json::Value(value.as_double());
    case Kind::kString:
      return json::Value(value.as_string());
    case Kind::kBytes:
      return json::Value(base64_encode(value.as_bytes()));
    case Kind::kTimestamp:
      return json::Value(format_timestamp(value.as_timestamp()));
    case Kind::kDuration:
      return json::Value(format_duration(value.as_duration()));
    case Kind::kList:
      return list_to_json(value.as_list());
    case Kind::kMap:
      return map_to_json(value.as_map());
    case Kind::kOptional:
      if (value.as_optional() != nullptr) {
        return to_json(*value.as_optional());
      }
      return json::Value();
    case Kind::kOpaque:
      return json::Value(value.as_opaque().to_string());
    case Kind::kType:
      return fail(Code::kInvalid, "a type cannot be a document");
    case Kind::kError:
      return fail(Code::kInvalid, value.error_message());
  }
  return json::Value();
}

}  // namespace sluice::cel
