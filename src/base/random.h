// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace sluice {

// Randomness from the kernel. Thread-safe.

std::string random_bytes(std::size_t count);
std::string random_hex(std::size_t digits);

// A version 4 UUID: "8c6f1e5e-6d1a-4b7e-9a3e-2f5d0c1b9a77".
std::string random_uuid();

// The five-character suffix of generated names; no vowels, so that no words appear.
std::string random_name_suffix(std::size_t length = 5);

}  // namespace sluice
