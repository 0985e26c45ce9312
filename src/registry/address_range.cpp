// SPDX-License-Identifier: Apache-2.0
#include "registry/address_range.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace sluice::registry {
namespace {

constexpr std::int64_t kShortestPrefix = 8;
constexpr std::int64_t kLongestPrefix = 30;

std::optional<std::uint32_t> parse_address(std::string_view text) {
  const auto parts = split(text, '.');
  std::uint32_t address = 0;
  for (const std::string_view part : parts) {
    const auto number = parse_int(part);
    const bool canonical = part.size() == 1 || !part.starts_with('0');
    if (!number || *number < 0 || *number > 255 || !canonical) {
      return std::nullopt;
    }
    address = address << 8U | static_cast<std::uint32_t>(*number);
  }
  return parts.size() == 4 ? std::optional(address) : std::nullopt;
}

}  // namespace

Result<AddressRange> AddressRange::parse(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto address = parse_address(text.substr(0, slash));
  const auto bits = parse_int(text.substr(std::min(slash + 1, text.size())));
  if (!address || !bits || *bits < kShortestPrefix || *bits > kLongestPrefix) {
    return fail(Code::kInvalid, "\"" + std::string(text) +
                                    "\" is no range of service addresses: expected an IPv4 network "
                                    "of /8 to /30, such as 10.96.0.0/12");
  }
  const std::uint32_t count = 1U << static_cast<unsigned>(32 - *bits);
  if ((*address & (count - 1)) != 0) {
    return fail(Code::kInvalid, "\"" + std::string(text) +
                                    "\" is no range of service addresses: bits behind the prefix "
                                    "are set");
  }
  return AddressRange(*address + 1, count - 2, std::string(text));
}

std::string AddressRange::address(std::uint32_t index) const {
  const std::uint32_t value = first_ + index;
  std::vector<std::string> parts;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) {
    parts.push_back(std::to_string(value >> shift & 0xffU));
  }
  return join(parts, ".");
}

std::optional<std::uint32_t> AddressRange::index(std::string_view address) const {
  const auto value = parse_address(address);
  if (!value || *value < first_ || *value - first_ >= size_) {
    return std::nullopt;
  }
  return *value - first_;
}

std::uint32_t AddressRange::reserved() const {
  return size_ < 16 ? 0 : std::clamp(size_ / 16, 16U, 256U);
}

}  // namespace sluice::registry
