// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/node_state.h"

#include "base/text.h"

namespace sluice::controllers::scheduler {

Queued read_queued(const std::string& text) {
  Queued result;
  if (text.empty() || text == "none") {
    return result;
  }
  for (const std::string_view part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    const std::string name(part.substr(0, equals));
    std::optional<json::Quantity>& most = result[name];
    if (equals != std::string_view::npos) {
      if (const auto amount = json::Quantity::parse(part.substr(equals + 1))) {
        most = *amount;
      }
    }
  }
  return result;
}

}  // namespace sluice::controllers::scheduler
