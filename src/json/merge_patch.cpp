// SPDX-License-Identifier: Apache-2.0
#include "json/patch.h"

namespace sluice::json {

Value merge_patch(Value original, const Value& patch) {
  if (!patch.is_object()) {
    return patch;
  }
  Object& target = original.object();
  for (const Member& member : patch.as_object()) {
    if (member.value.is_null()) {
      target.erase(member.key);
    } else {
      Value& slot = target[member.key];
      slot = merge_patch(std::move(slot), member.value);
    }
  }
  return original;
}

}  // namespace sluice::json
