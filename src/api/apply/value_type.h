// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "api/apply/path_element.h"
#include "api/schema.h"
#include "json/value.h"

namespace sluice::api {

// How ownership of a value divides: what server-side apply needs to know of its type. Small, to be
// copied; refers to a schema, which outlives it.
class ValueType {
 public:
  enum class Form {
    kLeaf,     // one owner for all of it: scalars, and lists, maps and objects that are atomic
    kObject,   // member by member, each as the schema says
    kMap,      // entry by entry
    kList,     // item by item: sets, and lists with keys
    kDeduced,  // by the value itself: objects are maps, all else is a leaf
  };

  static ValueType of(const Schema& schema);
  static ValueType of(const Field& field);
  static ValueType deduced() { return ValueType(Form::kDeduced); }

  Form form() const { return form_; }

  // The form that `value` has: deduced types become maps or leaves.
  ValueType resolved(const json::Value& value) const;

  const Field& list() const { return *field_; }  // of kList

  // Of the member or entry of that name.
  ValueType member(std::string_view name) const;
  ValueType item() const;

  // Whether `element` leads to a field that the schema names, and to what type it leads.
  bool names(const PathElement& element) const;
  ValueType at(const PathElement& element) const;

  // False: the schema does not know the member, nor allow unknown ones.
  bool allows(std::string_view name) const;

  // What a missing member of a typed object is to Kubernetes, where objects that are there have it
  // in any case: an empty object, text, list or zero. Null pointer: it is really missing.
  const json::Value* implied(std::string_view name) const;

 private:
  explicit ValueType(Form form) : form_(form) {}
  ValueType(Form form, const Field* field) : form_(form), field_(field) {}
  static ValueType element(const Field& field);
  const Field* find(std::string_view name) const;

  Form form_;
  const Schema* schema_ = nullptr;  // of kObject
  const Field* field_ = nullptr;    // of kMap and kList
};

}  // namespace sluice::api
