// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "cel/functions/address.h"
#include "cel/functions/cost.h"
#include "cel/functions/function.h"

namespace sluice::cel {
namespace {

class AddressValue final : public Opaque {
 public:
  explicit AddressValue(Address address) : address_(address) {}
  std::string_view type_name() const override { return "net.IP"; }
  bool equals(const Opaque& other) const override {
    return address_ == static_cast<const AddressValue&>(other).address_;
  }
  std::string to_string() const override { return address_.to_string(); }
  std::uint64_t size() const override { return address_.v6 ? 16 : 4; }
  const Address& address() const { return address_; }

 private:
  Address address_;
};

class PrefixValue final : public Opaque {
 public:
  explicit PrefixValue(Prefix prefix) : prefix_(prefix) {}
  std::string_view type_name() const override { return "net.CIDR"; }
  bool equals(const Opaque& other) const override {
    return prefix_ == static_cast<const PrefixValue&>(other).prefix_;
  }
  std::string to_string() const override { return prefix_.to_string(); }
  std::uint64_t size() const override {
    return static_cast<std::uint64_t>((prefix_.length + 7) / 8);
  }
  const Prefix& prefix() const { return prefix_; }

 private:
  Prefix prefix_;
};

const Address& address_of(const Value& value) {
  return static_cast<const AddressValue&>(value.as_opaque()).address();
}
const Prefix& prefix_of(const Value& value) {
  return static_cast<const PrefixValue&>(value.as_opaque()).prefix();
}
Value wrap(const Address& address) {
  return Value(OpaquePtr(std::make_shared<AddressValue>(address)));
}
Value wrap(const Prefix& prefix) {
  return Value(OpaquePtr(std::make_shared<PrefixValue>(prefix)));
}

Value ip(const Arguments& a) {
  const auto address = parse_address(a[0].as_string());
  return address ? wrap(*address) : Value::error(address.error().message);
}
Value is_ip(const Arguments& a) {
  return Value(parse_address(a[0].as_string()).has_value());
}
Value is_canonical(const Arguments& a) {
  const auto address = parse_address(a[0].as_string());
  return address ? Value(address->to_string() == a[0].as_string())
                 : Value::error(address.error().message);
}
Value family(const Arguments& a) {
  return Value(std::int64_t{address_of(a[0]).v6 ? 6 : 4});
}
template <bool (Address::*test)() const>
Value address_is(const Arguments& a) {
  return Value((address_of(a[0]).*test)());
}
Value to_text(const Arguments& a) {
  return Value(a[0].as_opaque().to_string());
}

Value cidr(const Arguments& a) {
  const auto prefix = parse_prefix(a[0].as_string());
  return prefix ? wrap(*prefix)
                : Value::error("network address parse error during conversion from string: " +
                               prefix.error().message);
}
Value is_cidr(const Arguments& a) {
  return Value(parse_prefix(a[0].as_string()).has_value());
}
Value contains_ip(const Arguments& a) {
  return Value(prefix_of(a[0]).contains(address_of(a[1])));
}
Value contains_ip_text(const Arguments& a) {
  const auto address = parse_address(a[1].as_string());
  return address ? Value(prefix_of(a[0]).contains(*address))
                 : Value::error(address.error().message);
}
bool contains_prefix(const Prefix& outer, const Prefix& inner) {
  return outer.length <= inner.length && outer.contains(inner.address);
}
Value contains_cidr(const Arguments& a) {
  return Value(contains_prefix(prefix_of(a[0]), prefix_of(a[1])));
}
Value contains_cidr_text(const Arguments& a) {
  const auto prefix = parse_prefix(a[1].as_string());
  return prefix ? Value(contains_prefix(prefix_of(a[0]), *prefix))
                : Value::error("network address parse error during conversion from string: " +
                               prefix.error().message);
}
Value prefix_ip(const Arguments& a) {
  return wrap(prefix_of(a[0]).address);
}
Value prefix_length(const Arguments& a) {
  return Value(std::int64_t{prefix_of(a[0]).length});
}
Value masked(const Arguments& a) {
  return wrap(prefix_of(a[0]).masked());
}

std::uint64_t cost_contains_ip(const Arguments& a, const Value&) {
  return traversal(2 * size_of(a[0]));
}
std::uint64_t cost_contains_ip_text(const Arguments& a, const Value&) {
  return traversal(2 * size_of(a[0])) + traversal(size_of(a[1]));
}
std::uint64_t cost_contains_cidr(const Arguments& a, const Value&) {
  return traversal(2 * size_of(a[0])) + traversal(size_of(a[0])) + 1;
}
std::uint64_t cost_contains_cidr_text(const Arguments& a, const Value& result) {
  return cost_contains_cidr(a, result) + traversal(size_of(a[1]));
}

const FunctionRow kRows[] = {
    {"ip", "(string) net.IP", "string_to_ip", ip, cost_traverse_first},
    {"isIP", "(string) bool", "is_ip", is_ip, cost_traverse_first},
    {"ip.isCanonical", "(string) bool", "ip_is_canonical", is_canonical, cost_traverse_twice},
    {"family", ".(net.IP) int", "ip_family", family},
    {"isUnspecified", ".(net.IP) bool", "ip_is_unspecified", address_is<&Address::is_unspecified>},
    {"isLoopback", ".(net.IP) bool", "ip_is_loopback", address_is<&Address::is_loopback>},
    {"isLinkLocalMulticast", ".(net.IP) bool", "ip_is_link_local_multicast",
     address_is<&Address::is_link_local_multicast>},
    {"isLinkLocalUnicast", ".(net.IP) bool", "ip_is_link_local_unicast",
     address_is<&Address::is_link_local_unicast>},
    {"isGlobalUnicast", ".(net.IP) bool", "ip_is_global_unicast",
     address_is<&Address::is_global_unicast>},
    {"string", "(net.IP) string", "ip_to_string", to_text},
    {"cidr", "(string) net.CIDR", "string_to_cidr", cidr, cost_traverse_first},
    {"isCIDR", "(string) bool", "is_cidr", is_cidr, cost_traverse_first},
    {"containsIP", ".(net.CIDR, string) bool", "cidr_contains_ip_string", contains_ip_text,
     cost_contains_ip_text},
    {"containsIP", ".(net.CIDR, net.IP) bool", "cidr_contains_ip_ip", contains_ip,
     cost_contains_ip},
    {"containsCIDR", ".(net.CIDR, string) bool", "cidr_contains_cidr_string", contains_cidr_text,
     cost_contains_cidr_text},
    {"containsCIDR", ".(net.CIDR, net.CIDR) bool", "cidr_contains_cidr", contains_cidr,
     cost_contains_cidr},
    {"ip", ".(net.CIDR) net.IP", "cidr_ip", prefix_ip},
    {"prefixLength", ".(net.CIDR) int", "cidr_prefix_length", prefix_length},
    {"masked", ".(net.CIDR) net.CIDR", "cidr_masked", masked},
    {"string", "(net.CIDR) string", "cidr_to_string", to_text},
};

}  // namespace

std::span<const FunctionRow> network_functions() {
  return kRows;
}

}  // namespace sluice::cel
