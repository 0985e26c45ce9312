// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace sluice::api {

// Whether text is of one of the string formats that schemas of custom resources may name
// ("date-time", "ipv4", "uuid"). A format that is not known here accepts everything, as upstream.
bool has_format(std::string_view format, std::string_view text);

// Whether upstream knows that format, if only by name.
bool is_known_format(std::string_view format);

}  // namespace sluice::api
