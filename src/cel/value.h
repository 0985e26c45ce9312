// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cel/type.h"

namespace sluice::cel {

class Value;
class List;
class Map;
class Opaque;
using ListPtr = std::shared_ptr<const List>;
using MapPtr = std::shared_ptr<const Map>;
using OpaquePtr = std::shared_ptr<const Opaque>;

// Text that either belongs to a document that outlives the evaluation, or is owned here.
struct Text {
  std::shared_ptr<const std::string> owner;
  std::string_view view;
};

struct Bytes {
  Text text;
};

// An instant of the years 1 to 9999, UTC.
struct Timestamp {
  std::int64_t seconds = 0;  // since 1970
  std::int32_t nanos = 0;    // 0 to 999,999,999

  friend auto operator<=>(const Timestamp&, const Timestamp&) = default;
};

struct Duration {
  std::int64_t nanos = 0;

  friend auto operator<=>(const Duration&, const Duration&) = default;
};

// optional_type: a value or none.
struct Optional {
  std::shared_ptr<const Value> value;
};

// An error is a value too: && and || may absorb it, everything else passes it on.
struct Failure {
  std::shared_ptr<const std::string> message;
};

// A value of an expression. Immutable, cheap to copy, shareable between threads.
class Value {
 public:
  enum class Kind {
    kNull,
    kBool,
    kInt,
    kUint,
    kDouble,
    kString,
    kBytes,
    kTimestamp,
    kDuration,
    kList,
    kMap,  // objects too: they know their type
    kOptional,
    kType,
    kOpaque,
    kError,
  };

  Value() = default;  // null
  Value(bool value) : data_(value) {}
  Value(std::int64_t value) : data_(value) {}
  Value(std::uint64_t value) : data_(value) {}
  Value(double value) : data_(value) {}
  Value(std::string text);
  Value(const char*) = delete;  // would become a bool
  Value(Bytes bytes) : data_(std::move(bytes)) {}
  Value(Timestamp time) : data_(time) {}
  Value(Duration duration) : data_(duration) {}
  Value(ListPtr list) : data_(std::move(list)) {}
  Value(MapPtr map) : data_(std::move(map)) {}
  Value(Optional optional) : data_(std::move(optional)) {}
  Value(Type type) : data_(std::move(type)) {}
  Value(OpaquePtr opaque) : data_(std::move(opaque)) {}

  // Text that outlives the value: of a document or a program.
  static Value borrowed(std::string_view text);
  static Value text(std::string_view text) { return Value(std::string(text)); }
  static Value bytes(std::string data);
  static Value list(std::vector<Value> items);
  static Value some(Value value);
  static Value none() { return Value(Optional{}); }
  static Value error(std::string message);
  static Value no_such_overload() { return error("no such overload"); }

  Kind kind() const { return static_cast<Kind>(data_.index()); }
  bool is(Kind kind) const { return data_.index() == static_cast<std::size_t>(kind); }
  bool is_error() const { return is(Kind::kError); }
  bool is_true() const { return is(Kind::kBool) && as_bool(); }
  bool is_number() const { return is(Kind::kInt) || is(Kind::kUint) || is(Kind::kDouble); }

  // Content; only for values of that kind.
  bool as_bool() const { return std::get<bool>(data_); }
  std::int64_t as_int() const { return std::get<std::int64_t>(data_); }
  std::uint64_t as_uint() const { return std::get<std::uint64_t>(data_); }
  double as_double() const { return std::get<double>(data_); }
  std::string_view as_string() const { return std::get<Text>(data_).view; }
  std::string_view as_bytes() const { return std::get<Bytes>(data_).text.view; }
  Timestamp as_timestamp() const { return std::get<Timestamp>(data_); }
  Duration as_duration() const { return std::get<Duration>(data_); }
  const List& as_list() const { return *std::get<ListPtr>(data_); }
  const ListPtr& list_ptr() const { return std::get<ListPtr>(data_); }
  const Map& as_map() const { return *std::get<MapPtr>(data_); }
  const Value* as_optional() const { return std::get<Optional>(data_).value.get(); }
  const Type& as_type() const { return std::get<Type>(data_); }
  const Opaque& as_opaque() const { return *std::get<OpaquePtr>(data_); }
  const std::string& error_message() const { return *std::get<Failure>(data_).message; }

  // Gives the list away for changing it, when nobody else holds it.
  ListPtr take_list() { return std::exchange(std::get<ListPtr>(data_), nullptr); }
  MapPtr take_map() { return std::exchange(std::get<MapPtr>(data_), nullptr); }

  // What type(x) says.
  Type type() const;

 private:
  std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, Text, Bytes, Timestamp,
               Duration, ListPtr, MapPtr, Optional, Type, OpaquePtr, Failure>
      data_;
};

// A sequence: of a document, or made by an expression.
class List {
 public:
  virtual ~List() = default;
  virtual std::size_t size() const = 0;
  virtual Value at(std::size_t index) const = 0;
  virtual ListSemantics semantics() const { return ListSemantics::kAtomic; }
  virtual const std::vector<std::string>& keys() const;  // of lists with kMap semantics
};

// Keys to values: of a document, or made by an expression. Callers may implement it to compute
// values only when they are asked for; the cost of that is theirs to account.
class Map {
 public:
  struct Entry;
  virtual ~Map() = default;
  virtual std::size_t size() const = 0;
  virtual std::optional<Value> find(const Value& key) const = 0;
  virtual Entry at(std::size_t index) const = 0;
  virtual const ObjectType* object_type() const { return nullptr; }
  virtual Type type() const;

  std::optional<Value> find_text(std::string_view key) const { return find(Value::borrowed(key)); }
};

struct Map::Entry {
  Value key;
  Value value;
};

// A value of a library's own type: a quantity, an address, the caller's authorizer.
class Opaque {
 public:
  virtual ~Opaque() = default;
  virtual std::string_view type_name() const = 0;
  virtual bool equals(const Opaque& other) const = 0;
  virtual std::string to_string() const = 0;
  virtual std::uint64_t size() const { return 1; }  // what operations on it are charged for
};

// The list that expressions make.
class VectorList final : public List {
 public:
  explicit VectorList(std::vector<Value> items) : items_(std::move(items)) {}
  std::size_t size() const override { return items_.size(); }
  Value at(std::size_t index) const override { return items_[index]; }
  void append(Value value) { items_.push_back(std::move(value)); }

 private:
  std::vector<Value> items_;
};

}  // namespace sluice::cel
