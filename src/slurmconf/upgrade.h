// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "slurmconf/release.h"

namespace sluice::slurmconf {

// Whether daemons of one release can take over from those of another. Forbidden says why not: an
// older one cannot read what a newer one has stored, and a release knows the state and the nodes of
// two before it only, from 24.11 on of three.
Result<void> check_upgrade(Release from, Release to);

}  // namespace sluice::slurmconf
