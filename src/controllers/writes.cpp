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

}  // namespace sluice::controllers
