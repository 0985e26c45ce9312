// SPDX-License-Identifier: Apache-2.0
#include "api/meta.h"
#include "api/printing/cells.h"

namespace sluice::api::cells {

json::Value claim_state(const json::Value& claim, WallTime) {
  std::string states = is_being_deleted(claim) ? "deleted," : "";
  if (claim.find("status", "allocation") == nullptr) {
    states += states.empty() ? "pending," : "";
  } else {
    states += "allocated,";
    states += claim.at("status", "reservedFor").as_array().empty() ? "" : "reserved,";
  }
  states.pop_back();
  return states;
}

}  // namespace sluice::api::cells
