// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sluice::pod {

// What a program wrote, fit for JSON and people: whole UTF-8 characters, at most `most` bytes,
// U+FFFD for every byte that is part of none.
std::string readable(std::string_view bytes, std::size_t most);

}  // namespace sluice::pod
