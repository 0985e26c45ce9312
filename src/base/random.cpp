// SPDX-License-Identifier: Apache-2.0
#include "base/random.h"

#include <sys/random.h>

#include <string_view>

#include "base/result.h"

namespace sluice {
namespace {

std::string from_alphabet(std::size_t length, std::string_view alphabet) {
  std::string text = random_bytes(length);
  for (char& c : text) {
    c = alphabet[static_cast<unsigned char>(c) % alphabet.size()];
  }
  return text;
}

}  // namespace

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  std::size_t filled = 0;
  while (filled < count) {
    const ssize_t n = ::getrandom(bytes.data() + filled, count - filled, 0);
    CHECK(n > 0);
    filled += static_cast<std::size_t>(n);
  }
  return bytes;
}

std::string random_hex(std::size_t digits) {
  return from_alphabet(digits, "0123456789abcdef");
}

std::string random_uuid() {
  std::string hex = random_hex(32);
  hex[12] = '4';
  hex[16] = "89ab"[static_cast<unsigned char>(hex[16]) % 4];
  return hex.substr(0, 8) + "-" + hex.substr(8, 4) + "-" + hex.substr(12, 4) + "-" +
         hex.substr(16, 4) + "-" + hex.substr(20);
}

std::string random_name_suffix(std::size_t length) {
  return from_alphabet(length, "bcdfghjklmnpqrstvwxz2456789");
}

}  // namespace sluice
