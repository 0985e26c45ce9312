// SPDX-License-Identifier: Apache-2.0
#include "cel/functions/address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "base/text.h"
#include "cel/display.h"

namespace sluice::cel {
namespace {

bool read_bytes(std::string_view text, Address& address) {
  const std::string copy(text);
  if (copy.size() != std::strlen(copy.c_str())) {
    return false;
  }
  if (::inet_pton(AF_INET, copy.c_str(), address.bytes.data()) == 1) {
    return true;
  }
  address.v6 = true;
  return ::inet_pton(AF_INET6, copy.c_str(), address.bytes.data()) == 1;
}

bool is_v4_in_v6(const Address& address) {
  static constexpr std::array<std::uint8_t, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255};
  return address.v6 && std::equal(kMapped.begin(), kMapped.end(), address.bytes.begin());
}

// First and length of the longest run of zero groups; runs of one stay written.
std::pair<int, int> longest_zeros(const Address& address) {
  std::pair<int, int> best = {-1, 1};
  for (int start = 0; start < 8; ++start) {
    int end = start;
    while (end < 8 && address.bytes[static_cast<std::size_t>(2 * end)] == 0 &&
           address.bytes[static_cast<std::size_t>(2 * end + 1)] == 0) {
      ++end;
    }
    if (end - start > best.second) {
      best = {start, end - start};
    }
  }
  return best;
}

std::string v6_text(const Address& address) {
  const auto [zeros, count] = longest_zeros(address);
  std::string text;
  for (int group = 0; group < 8; ++group) {
    if (group == zeros) {
      text += "::";
      group += count - 1;
      continue;
    }
    const unsigned value = address.bytes[static_cast<std::size_t>(2 * group)] * 256U +
                           address.bytes[static_cast<std::size_t>(2 * group + 1)];
    std::array<char, 8> digits{};
    std::snprintf(digits.data(), digits.size(), "%x", value);
    text += (text.empty() || text.back() == ':' ? "" : ":") + std::string(digits.data());
  }
  return text;
}

Error not_parsed(std::string_view function, std::string_view text, std::string_view why) {
  return {
      Code::kInvalid, std::string(function) + "(" + quoted(text) + "): " + std::string(why), {}};
}

}  // namespace

bool Address::is_unspecified() const {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte == 0; });
}

bool Address::is_loopback() const {
  if (!v6) {
    return bytes[0] == 127;
  }
  return bytes[15] == 1 &&
         std::all_of(bytes.begin(), bytes.end() - 1, [](std::uint8_t byte) { return byte == 0; });
}

bool Address::is_multicast() const {
  return v6 ? bytes[0] == 0xFF : (bytes[0] & 0xF0) == 0xE0;
}

bool Address::is_link_local_multicast() const {
  return v6 ? bytes[0] == 0xFF && (bytes[1] & 0x0F) == 0x02
            : bytes[0] == 224 && bytes[1] == 0 && bytes[2] == 0;
}

bool Address::is_link_local_unicast() const {
  return v6 ? bytes[0] == 0xFE && (bytes[1] & 0xC0) == 0x80 : bytes[0] == 169 && bytes[1] == 254;
}

bool Address::is_global_unicast() const {
  const bool broadcast = !v6 && std::all_of(bytes.begin(), bytes.begin() + 4,
                                            [](std::uint8_t byte) { return byte == 255; });
  return !broadcast && !is_unspecified() && !is_loopback() && !is_multicast() &&
         !is_link_local_unicast();
}

std::string Address::to_string() const {
  if (v6) {
    return v6_text(*this);
  }
  return std::to_string(bytes[0]) + "." + std::to_string(bytes[1]) + "." +
         std::to_string(bytes[2]) + "." + std::to_string(bytes[3]);
}

Prefix Prefix::masked() const {
  Prefix result = *this;
  for (int bit = length; bit < address.bits(); ++bit) {
    result.address.bytes[static_cast<std::size_t>(bit / 8)] &=
        static_cast<std::uint8_t>(~(0x80 >> (bit % 8)));
  }
  return result;
}

bool Prefix::contains(const Address& other) const {
  return address.v6 == other.v6 && masked().address == Prefix{other, length}.masked().address;
}

std::string Prefix::to_string() const {
  return address.to_string() + "/" + std::to_string(length);
}

Result<Address> parse_address(std::string_view text) {
  const std::string shown = quoted(text);
  const std::size_t zone = text.find('%');
  Address address;
  if (!read_bytes(text.substr(0, zone), address) || (zone != text.npos && !address.v6)) {
    return fail(Code::kInvalid,
                "IP Address " + shown + " parse error during conversion from " +
                    "string: " + not_parsed("ParseAddr", text, "unable to parse IP").message);
  }
  if (zone != std::string_view::npos) {
    return fail(Code::kInvalid, "IP address " + shown + " with zone value is not allowed");
  }
  if (is_v4_in_v6(address)) {
    return fail(Code::kInvalid, "IPv4-mapped IPv6 address " + shown + " is not allowed");
  }
  return address;
}

Result<Prefix> parse_prefix(std::string_view text) {
  const auto refuse = [&](std::string_view why) {
    return fail(Code::kInvalid, "network address parse error during conversion from string: " +
                                    not_parsed("netip.ParsePrefix", text, why).message);
  };
  const std::size_t slash = text.rfind('/');
  if (slash == std::string_view::npos) {
    return refuse("no '/'");
  }
  Prefix prefix;
  if (!read_bytes(text.substr(0, slash), prefix.address)) {
    return refuse("ParseAddr(" + quoted(text.substr(0, slash)) + "): unable to parse IP");
  }
  const std::string_view bits = text.substr(slash + 1);
  const auto length = parse_int(bits);
  const bool plain = !bits.empty() && bits.front() >= '0' && bits.front() <= '9' &&
                     (bits.size() == 1 || bits.front() != '0');
  if (!length || !plain) {
    return refuse("bad bits after slash: " + quoted(bits));
  }
  if (*length > prefix.address.bits()) {
    return refuse("prefix length out of range");
  }
  if (is_v4_in_v6(prefix.address)) {
    return fail(Code::kInvalid, "IPv4-mapped IPv6 address " + quoted(text) + " is not allowed");
  }
  prefix.length = static_cast<int>(*length);
  return prefix;
}

}  // namespace sluice::cel
