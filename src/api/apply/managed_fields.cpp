// SPDX-License-Identifier: Apache-2.0
#include "api/apply/managed_fields.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "api/apply/field_set_codec.h"

namespace sluice::api {
namespace {

constexpr std::string_view kApply = "Apply";
constexpr std::string_view kUpdate = "Update";
constexpr std::string_view kFieldsType = "FieldsV1";

Result<ManagedEntry> decode_entry(const json::Value& entry) {
  const std::string& operation = entry.at("operation").as_string();
  if (operation != kApply && operation != kUpdate) {
    return fail(Code::kBadRequest, "operation must be `Apply` or `Update`");
  }
  ManagedEntry result{.manager = entry.at("manager").as_string(),
                      .applied = operation == kApply,
                      .api_version = entry.at("apiVersion").as_string(),
                      .subresource = entry.at("subresource").as_string(),
                      .time = entry.at("time").as_string()};
  if (result.api_version.empty()) {
    return fail(Code::kBadRequest, "apiVersion must not be empty");
  }
  const std::string& type = entry.at("fieldsType").as_string();
  if (type != kFieldsType) {
    return fail(Code::kBadRequest,
                type.empty() ? "missing fieldsType in managed fields entry"
                             : "invalid fieldsType \"" + type + "\" in managed fields entry");
  }
  if (const json::Value& fields = entry.at("fieldsV1"); !fields.is_null()) {
    TRY_ASSIGN(result.fields, decode_field_set(fields));
  }
  return result;
}

json::Value encode_entry(const ManagedEntry& entry) {
  json::Object result;
  if (!entry.manager.empty()) {
    result.append("manager", entry.manager);
  }
  result.append("operation", entry.applied ? kApply : kUpdate);
  result.append("apiVersion", entry.api_version);
  if (!entry.time.empty()) {
    result.append("time", entry.time);
  }
  result.append("fieldsType", kFieldsType);
  result.append("fieldsV1", encode_field_set(entry.fields));
  if (!entry.subresource.empty()) {
    result.append("subresource", entry.subresource);
  }
  return result;
}

bool before(const ManagedEntry* a, const ManagedEntry* b) {
  if (a->applied != b->applied) {
    return a->applied;
  }
  return std::tie(a->time, a->manager, a->api_version, a->subresource) <
         std::tie(b->time, b->manager, b->api_version, b->subresource);
}

bool same_but_time(const json::Value& a, const json::Value& b) {
  for (const char* member :
       {"manager", "operation", "apiVersion", "subresource", "fieldsType", "fieldsV1"}) {
    if (!(a.at(member) == b.at(member))) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool ManagedEntry::same_manager(const ManagedEntry& other) const {
  return manager == other.manager && applied == other.applied && subresource == other.subresource &&
         (applied || api_version == other.api_version);
}

Result<ManagedFields> decode_managed_fields(const json::Value& list) {
  ManagedFields result;
  for (const json::Value& item : list.as_array()) {
    TRY_ASSIGN(ManagedEntry entry, decode_entry(item));
    const auto known = std::find_if(result.begin(), result.end(), [&](const ManagedEntry& other) {
      return other.same_manager(entry);
    });
    if (known == result.end()) {
      result.push_back(std::move(entry));
    } else {
      *known = std::move(entry);
    }
  }
  return result;
}

json::Value encode_managed_fields(const ManagedFields& managed) {
  std::vector<const ManagedEntry*> order;
  order.reserve(managed.size());
  for (const ManagedEntry& entry : managed) {
    order.push_back(&entry);
  }
  std::sort(order.begin(), order.end(), before);
  json::Array result;
  result.reserve(order.size());
  for (const ManagedEntry* entry : order) {
    result.push_back(encode_entry(*entry));
  }
  return result;
}

bool resets_managed_fields(const json::Value& list) {
  if (!list.is_array() || list.as_array().size() > 1) {
    return false;
  }
  return list.as_array().empty() || list.as_array().front() == json::Value(json::Object());
}

bool differ_in_time_only(const json::Value& a, const json::Value& b) {
  const json::Array& left = a.as_array();
  const json::Array& right = b.as_array();
  return !(a == b) &&
         std::equal(left.begin(), left.end(), right.begin(), right.end(), same_but_time);
}

}  // namespace sluice::api
