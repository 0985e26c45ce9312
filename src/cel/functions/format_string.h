// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "cel/value.h"

namespace sluice::cel {

// <string>.format(<list>): %s %d %f %e %b %x %X %o with precisions, as cel-go's strings library.
Value format_string(std::string_view format, const List& arguments);

}  // namespace sluice::cel
