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

}  // namespace sluice::controllers
