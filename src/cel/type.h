// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::cel {

class ObjectType;

// How a list of a document compares and adds up (x-kubernetes-list-type).
enum class ListSemantics { kAtomic, kSet, kMap };

// A CEL type. An immutable value, cheap to copy; equality is structural.
class Type {
 public:
  enum class Kind {
    kError,  // what a wrong expression has, so that checking goes on without new complaints
    kDyn,
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
    kMap,
    kOptional,
    kType,
    kObject,
    kOpaque,  // a named type of a library: kubernetes.Quantity
    kParam,   // a type parameter of a function, or one the checker has yet to find
  };

  Type() = default;  // dyn
  explicit Type(Kind kind) : kind_(kind) {}
  static Type list(Type element, ListSemantics semantics = ListSemantics::kAtomic,
                   std::vector<std::string> keys = {});
  static Type map(Type key, Type value);
  static Type optional(Type value);
  static Type type_of(Type type);
  static Type object(std::shared_ptr<const ObjectType> object);
  static Type opaque(std::string name);
  static Type param(std::string name);

  Kind kind() const { return kind_; }
  bool is(Kind kind) const { return kind_ == kind; }
  bool is_dyn_or_error() const { return is(Kind::kDyn) || is(Kind::kError); }

  // Parameters of lists, maps, optionals and types; empty for all others.
  const std::vector<Type>& parameters() const;

  // Only for objects.
  const ObjectType& object_type() const { return *object_; }

  // Only for lists.
  ListSemantics list_semantics() const;
  const std::vector<std::string>& list_keys() const;

  // As type(x) names it, without parameters: "list", "google.protobuf.Timestamp".
  std::string name() const;

  // As error messages show it: "map(string, int)".
  std::string to_string() const;

  friend bool operator==(const Type& a, const Type& b);

 private:
  struct Detail {
    std::vector<Type> parameters;
    ListSemantics semantics = ListSemantics::kAtomic;
    std::vector<std::string> keys;
    std::string name;
  };
  Type(Kind kind, Detail detail);

  Kind kind_ = Kind::kDyn;
  std::shared_ptr<const Detail> detail_;
  std::shared_ptr<const ObjectType> object_;
};

// The fields of an object, as expressions see them. Built once, then shared and only read.
class ObjectType {
 public:
  struct Field {
    std::string name;      // in expressions, escaped where it must be: "__namespace__"
    std::string property;  // in the document: "namespace"
    Type type;
  };

  ObjectType(std::string name, std::vector<Field> fields);

  // An object whose fields nobody declares: each name is a field of type dyn.
  static std::shared_ptr<const ObjectType> open(std::string name);

  const std::string& name() const { return name_; }
  bool is_open() const { return open_; }
  const std::vector<Field>& fields() const { return fields_; }
  const Field* find(std::string_view name) const;
  const Field* find_property(std::string_view property) const;

 private:
  std::string name_;
  std::vector<Field> fields_;  // by name
  bool open_ = false;
};

}  // namespace sluice::cel
