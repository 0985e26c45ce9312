// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice::machines {

// Invalid, with the field of the SlurmNodeClass and what is expected there.
inline tl::unexpected<Error> refused(std::string_view field, const std::string& why) {
  return fail(Code::kInvalid, "SlurmNodeClass spec." + std::string(field) + ": " + why);
}

}  // namespace sluice::machines
