// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sluice::api {

// What a value is in JSON and how it travels in protobuf.
enum class FieldType : std::uint8_t {
  kString,
  kBool,
  kInt32,
  kInt64,
  kDouble,
  kBytes,        // base64 text in JSON
  kQuantity,     // "500m"
  kTime,         // RFC 3339, whole seconds
  kMicroTime,    // RFC 3339, six digits of fraction
  kDuration,     // Go's notation: "1m30s"
  kIntOrString,  // 80 or "http" or "25%"
  kRaw,          // any JSON
  kObject,       // described by a Schema
};

enum class Shape : std::uint8_t { kOne, kList, kMap };  // map: text to value

// Facts about a field that are either so or not.
enum FieldFlag : std::uint16_t {
  kRequired = 1,
  kListMap = 2,  // list whose items have an identity: `list_keys`
  kListSet = 4,  // list of distinct scalars
  kAtomic = 8,   // list or map that has one owner and is replaced as a whole
  kPatchMerge =
      16,  // strategic merge patch merges the list, by `merge_key` when its items are objects
  kRetainKeys = 32,   // ... and keeps only the keys the patch names with $retainKeys
  kZeroOmitted = 64,  // zero, false or "" means the same as missing, and is not shown
  kByValue = 128,   // to Kubernetes never missing: at least an empty object, an empty text, a zero
  kGranular = 256,  // map or object whose members have owners, though its type is atomic
  kPatchReplace = 512,  // strategic merge patch says so, as it would do anyway
};

struct Schema;

// One member of an object.
struct Field {
  std::string_view name;
  FieldType type = FieldType::kString;  // of the value, of each item, of each map value
  Shape shape = Shape::kOne;
  std::uint16_t flags = 0;
  std::uint16_t number = 0;  // in protobuf; 0: does not travel there
  std::uint16_t via = 0;     // number of the protobuf message that JSON writes inline;
                             // outer << 8 | inner when that is in such a one itself
  const Schema* schema =
      nullptr;  // kObject: what it looks like; null means any object; kRaw: its name
  std::string_view list_keys = {};      // "port,protocol"
  std::string_view merge_key = {};      // "containerPort"
  std::string_view default_value = {};  // JSON text; filled in when the member is missing
  bool nullable = false;                // null is a value, not the same as missing

  bool has(FieldFlag flag) const { return (flags & flag) != 0; }
};

// The type of an object, as data: what the engines for decoding, defaulting, patching, pruning and
// describing work from. Those of built-in kinds are constants generated from the facts of a
// Kubernetes release (tables/schemas.cpp); those of custom resources are built at run time.
// Immutable. A list of lists or the like is written as a Schema with the single, nameless field
// that describes it, and `wraps` set. What may be this or that (a schema or a list of schemas) is a
// kRaw field whose Schema has the possibilities as nameless fields by number, and `choice` set.
struct Schema {
  std::string_view name;          // "io.k8s.api.core.v1.PodSpec"
  std::span<const Field> fields;  // sorted by name
  bool open = false;              // members it does not name are kept, not reported
  bool atomic = false;            // has one owner and is replaced as a whole, wherever it is used
  bool wraps = false;             // stands for the value of its only field instead of an object
  bool choice = false;            // stands for the value of one of its fields, by the JSON type
  bool lenient = false;  // wrong types are for the rules of the kind to report, and every value is
                         // kept as it was written: custom resources

  // By JSON name; null when not a member.
  const Field* find(std::string_view field) const;
};

// How error messages and documents call a type: "string", "integer", "boolean", "object" ...
std::string_view to_string(FieldType type);

}  // namespace sluice::api
