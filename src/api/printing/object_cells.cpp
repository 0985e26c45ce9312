// SPDX-License-Identifier: Apache-2.0
#include "api/printing/cells.h"
#include "api/printing/human_duration.h"

namespace sluice::api::cells {

json::Value age(const json::Value& object, WallTime now) {
  return time_since(object.at("metadata", "creationTimestamp"), now);
}

json::Value data_count(const json::Value& object, WallTime) {
  return object.at("data").as_object().size() + object.at("binaryData").as_object().size();
}

}  // namespace sluice::api::cells
