// SPDX-License-Identifier: Apache-2.0
#include "cel/value.h"

namespace sluice::cel {
namespace {

Text own(std::string text) {
  auto owner = std::make_shared<const std::string>(std::move(text));
  const std::string_view view = *owner;
  return {std::move(owner), view};
}

}  // namespace

Value::Value(std::string text) : data_(own(std::move(text))) {}

Value Value::borrowed(std::string_view text) {
  Value value;
  value.data_ = Text{nullptr, text};
  return value;
}

Value Value::bytes(std::string data) {
  return Value(Bytes{own(std::move(data))});
}

Value Value::list(std::vector<Value> items) {
  return Value(ListPtr(std::make_shared<VectorList>(std::move(items))));
}

Value Value::some(Value value) {
  return Value(Optional{std::make_shared<const Value>(std::move(value))});
}

Value Value::error(std::string message) {
  Value value;
  value.data_ = Failure{std::make_shared<const std::string>(std::move(message))};
  return value;
}

Type Value::type() const {
  switch (kind()) {
    case Kind::kNull:
      return Type(Type::Kind::kNull);
    case Kind::kBool:
      return Type(Type::Kind::kBool);
    case Kind::kInt:
      return Type(Type::Kind::kInt);
    case Kind::kUint:
      return Type(Type::Kind::kUint);
    case Kind::kDouble:
      return Type(Type::Kind::kDouble);
    case Kind::kString:
      return Type(Type::Kind::kString);
    case Kind::kBytes:
      return Type(Type::Kind::kBytes);
    case Kind::kTimestamp:
      return Type(Type::Kind::kTimestamp);
    case Kind::kDuration:
      return Type(Type::Kind::kDuration);
    case Kind::kList:
      return Type::list(Type());
    case Kind::kMap:
      return as_map().type();
    case Kind::kOptional:
      return Type::optional(Type());
    case Kind::kType:
      return Type::type_of(Type());
    case Kind::kOpaque:
      return Type::opaque(std::string(as_opaque().type_name()));
    case Kind::kError:
      break;
  }
  return Type(Type::Kind::kError);
}

const std::vector<std::string>& List::keys() const {
  static const std::vector<std::string> none;
  return none;
}

Type Map::type() const {
  return Type::map(Type(), Type());
}

}  // namespace sluice::cel
