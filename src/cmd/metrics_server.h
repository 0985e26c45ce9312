// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/exposition.h"
#include "http/server.h"

namespace sluice::cmd {

// GET /metrics over HTTPS at "ADDRESS:PORT", for processes that serve nothing else. Its certificate
// is made now and signed by itself; everybody who reaches it may read. `write` outlives it.
Result<std::unique_ptr<http::Server>> serve_metrics(const std::string& listen, const Clock& clock,
                                                    std::function<void(Exposition&)> write);

}  // namespace sluice::cmd
