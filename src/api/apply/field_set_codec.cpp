// SPDX-License-Identifier: Apache-2.0
#include "api/apply/field_set_codec.h"

#include <utility>

namespace sluice::api {
namespace {

json::Object encode_nodes(const FieldSet& set, bool member) {
  json::Object result;
  if (set.empty()) {
    return result;
  }
  if (member) {
    result.append(".", json::Object());
  }
  for (const FieldSet::Node& node : set.nodes()) {
    result.append(node.element.to_string(), encode_nodes(node.below, node.member));
  }
  return result;
}

struct Decoded {
  FieldSet set;
  bool member = false;  // the path that leads here is one of the set
};

Result<Decoded> decode_nodes(const json::Value& fields) {
  if (!fields.is_object()) {
    return fail(Code::kBadRequest,
                "fieldsV1: expected an object, got " + std::string(json::to_string(fields.type())));
  }
  Decoded result;
  std::vector<FieldSet::Node> nodes;
  for (const json::Member& field : fields.as_object()) {
    if (field.key == ".") {
      result.member = true;
      continue;
    }
    TRY_ASSIGN(auto element, PathElement::parse(field.key));
    if (!element) {
      continue;
    }
    TRY_ASSIGN(Decoded below, decode_nodes(field.value));
    nodes.push_back({std::move(*element), below.member, std::move(below.set)});
  }
  result.member = result.member || nodes.empty();
  result.set = FieldSet::of(std::move(nodes));
  return result;
}

}  // namespace

json::Value encode_field_set(const FieldSet& set) {
  return encode_nodes(set, false);
}

Result<FieldSet> decode_field_set(const json::Value& fields) {
  TRY_ASSIGN(Decoded decoded, decode_nodes(fields));
  return std::move(decoded.set);
}

}  // namespace sluice::api
