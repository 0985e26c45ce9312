// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"

namespace sluice {

// How long poll() is to wait for `time`, in ms: rounded up, so that it has come then; 0 when it is
// over, and no more than poll() takes.
int poll_timeout(SteadyTime time, const Clock& clock);

}  // namespace sluice
