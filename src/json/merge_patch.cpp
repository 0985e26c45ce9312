// SPDX-License-Identifier: Apache-2.0
#include "json/patch.h"

#include <algorithm>

namespace sluice::json {
namespace {

// Members at once: taking many out one by one would move the rest as often.
void erase_nulls(const Object& patch, Object& target) {
  const auto is_null = [](const Member& member) { return member.value.is_null(); };
  if (std::any_of(patch.begin(), patch.end(), is_null)) {
    target.erase_if([&](const Member& member) {
      const Value* wish = patch.find(member.key);
      return wish != nullptr && wish->is_null();
    });
  }
}

}  // namespace

Value merge_patch(Value original, const Value& patch) {
  if (!patch.is_object()) {
    return patch;
  }
  Object& target = original.object();
  erase_nulls(patch.as_object(), target);
  for (const Member& member : patch.as_object()) {
    if (!member.value.is_null()) {
      Value& slot = target[member.key];
      slot = merge_patch(std::move(slot), member.value);
    }
  }
  return original;
}

}  // namespace sluice::json
