// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"

namespace sluice::controllers::volumes {

// Makes the StorageClass "sluice", the default, unless there is one of that name: what a user made
// of it stays.
Result<void> publish_class(client::Client& client);

}  // namespace sluice::controllers::volumes
