// SPDX-License-Identifier: Apache-2.0
#include "controllers/writes.h"

namespace sluice::controllers {

Result<void> write_status(client::Client& client, const api::Kind& kind,
                          const client::Object& object, const json::Value& status) {
  if (status == object.at("status")) {
    return {};
  }
  client::Object changed = object;
  changed["status"] = status;
  return done_or_gone(client.update(kind, changed, client::Part::kStatus));
}

void set_count(json::Value& status, std::string_view name, std::int64_t count) {
  if (count == 0) {
    status.erase(name);
  } else {
    status[name] = count;
  }
}

void drop_condition(json::Value& status, std::string_view type) {
  if (status.find("conditions") == nullptr) {
    return;
  }
  json::Array& conditions = status["conditions"].array();
  std::erase_if(conditions, [&](const json::Value& condition) {
    return condition.at("type").as_string() == type;
  });
  if (conditions.empty()) {
    status.erase("conditions");
  }
}

}  // namespace sluice::controllers
