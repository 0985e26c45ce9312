// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sluice::api {

// The two forms in which clients read the same facts.
enum class OpenApi { kV2, kV3 };

}  // namespace sluice::api
