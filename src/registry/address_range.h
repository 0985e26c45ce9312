// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice::registry {

// The IPv4 addresses of a network that can be given to services: all but its first and last.
class AddressRange {
 public:
  // "10.96.0.0/12"; Invalid for anything that is not a network of 2^2 to 2^24 addresses.
  static Result<AddressRange> parse(std::string_view text);

  std::uint32_t size() const { return size_; }
  std::string address(std::uint32_t index) const;  // below size()
  std::optional<std::uint32_t> index(std::string_view address) const;
  const std::string& text() const { return text_; }

  // How many at the beginning are left to those who ask for a certain address, while there are
  // others.
  std::uint32_t reserved() const;

 private:
  AddressRange(std::uint32_t first, std::uint32_t size, std::string text)
      : first_(first), size_(size), text_(std::move(text)) {}

  std::uint32_t first_;
  std::uint32_t size_;
  std::string text_;
};

}  // namespace sluice::registry
