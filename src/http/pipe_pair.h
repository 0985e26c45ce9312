// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/byte_pipe.h"

namespace sluice::http {

// One of several byte streams that share an upgraded connection. Shared with whoever is at the
// other end of the pipes, on threads of its own.
struct PipePair {
  std::shared_ptr<BytePipe> from_peer;  // null: what the peer sends is ignored
  std::shared_ptr<BytePipe> to_peer;    // null: nothing is sent
};

}  // namespace sluice::http
