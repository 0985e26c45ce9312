// SPDX-License-Identifier: Apache-2.0
#include "registry/patch_body.h"

#include "json/patch.h"

namespace sluice::registry {
namespace {

std::string go_type_name(const json::Value& value) {
  return value.is_number() ? "number"
         : value.is_bool() ? "bool"
                           : std::string(json::to_string(value.type()));
}

tl::unexpected<Error> no(const json::Value& got, const std::string& wanted) {
  return fail(Code::kBadRequest, "error decoding patch: json: cannot unmarshal " +
                                     go_type_name(got) + " into Go " + wanted);
}

Result<void> check_operation(const json::Value& operation) {
  if (!operation.is_object() && !operation.is_null()) {
    return no(operation, "value of type handlers.jsonPatchOp");
  }
  for (const json::Member& member : operation.as_object()) {
    const bool is_text = member.key == "op" || member.key == "path" || member.key == "from";
    if (is_text && !member.value.is_string() && !member.value.is_null()) {
      return no(member.value, "struct field jsonPatchOp." + member.key + " of type string");
    }
  }
  return {};
}

}  // namespace

Result<void> check_patch_body(const client::Patch& patch) {
  const json::Value& body = patch.body;
  if (patch.type != client::PatchType::kJson) {
    return body.is_object() ? Result<void>()
           : body.is_null() ? fail(Code::kBadRequest, "Invalid JSON Patch")
                            : no(body, "value of type map[string]interface {}");
  }
  if (!body.is_array() && !body.is_null()) {
    return no(body, "value of type []handlers.jsonPatchOp");
  }
  for (const json::Value& operation : body.as_array()) {
    TRY(check_operation(operation));
  }
  return {};
}

Result<json::Value> json_patched(const json::Value& operations, const json::Value& current) {
  auto result =
      json::json_patch(current, operations.is_null() ? json::Value(json::Array()) : operations);
  if (!result && result.error().code == Code::kInvalid) {
    return tl::unexpected(
        Error{.code = Code::kInvalid,
              .message = "the server rejected our request due to an error in our request"});
  }
  return result;
}

}  // namespace sluice::registry
