// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/result.h"
#include "images/layers/source.h"

namespace sluice::images {

// What `from` holds, unpacked: gzip and zstd are known by their first bytes, whatever a manifest
// calls them; anything else is passed on as it is. Damaged content is Invalid when it is reached.
// Memory does not grow with the content. `from` outlives the result.
Result<std::unique_ptr<ByteSource>> inflated(ByteSource& from);

}  // namespace sluice::images
