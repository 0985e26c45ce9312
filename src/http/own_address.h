// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sluice::http {

// The IPv4 address by which other machines know this one: that of its default route. "127.0.0.1"
// when it has none.
std::string own_address();

// The address with which this machine reaches that host, by which the host reaches it; that of its
// default route when the host has none that is known.
std::string own_address_towards(const std::string& host);

// The same for who asks again and again: routes and names come late when a machine starts, and
// addresses change. What was known last holds while the host has no address that is known. One
// thread.
class OwnAddress {
 public:
  explicit OwnAddress(std::string host) : host_(std::move(host)) {}
  std::string now();

 private:
  const std::string host_;
  std::string last_ = {};
};

}  // namespace sluice::http
