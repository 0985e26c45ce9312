// SPDX-License-Identifier: Apache-2.0
#include "registry/limits.h"

#include <algorithm>
#include <string>

#include "api/meta.h"
#include "registry/errors.h"

namespace sluice::registry {
namespace {

constexpr std::size_t kRoomForNotes = 16;                        // levels
constexpr std::size_t kRoomForLeaving = std::size_t{64} * 1024;  // bytes

std::size_t allowed_depth(const std::string& member) {
  return member == "metadata" ? kMaxObjectDepth + kRoomForNotes : kMaxObjectDepth;
}

}  // namespace

Result<void> check_depth(const api::Kind& kind, const json::Value& object) {
  for (const json::Member& member : object.as_object()) {
    const std::size_t levels = json::depth(member.value) + 1;
    if (levels > allowed_depth(member.key)) {
      return tl::unexpected(invalid(kind, api::name(object),
                                    {"FieldValueInvalid",
                                     "Invalid value: nested " + std::to_string(levels) +
                                         " levels deep, at most " +
                                         std::to_string(kMaxObjectDepth) + " are stored",
                                     member.key}));
    }
  }
  return {};
}

Result<void> check_size(const api::Kind& kind, const json::Value& object, std::size_t bytes,
                        std::size_t before) {
  const std::size_t limit =
      kMaxObjectBytes + (api::is_being_deleted(object) ? kRoomForLeaving : 0);
  if (bytes <= std::max(limit, before)) {
    return {};
  }
  return fail(Code::kTooLarge, "Request entity too large: " + kind.qualified_resource() + " \"" +
                                   api::name(object) + "\" would take " + std::to_string(bytes) +
                                   " bytes, the limit is " + std::to_string(kMaxObjectBytes));
}

}  // namespace sluice::registry
