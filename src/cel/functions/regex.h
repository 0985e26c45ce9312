// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "base/result.h"
#include "cel/functions/function.h"

namespace sluice::cel {

// A pattern of RE2, which is what CEL uses. Invalid with Go's wording of what is wrong.
Result<std::shared_ptr<const re2::RE2>> compile_regex(std::string_view pattern);

Value regex_matches(const Arguments& arguments);

}  // namespace sluice::cel
