// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "json/value.h"

namespace sluice::api {

// A port of the machine that a pod asks for.
struct HostPort {
  std::string address = "0.0.0.0";  // which is every address
  std::string protocol = "TCP";
  std::int64_t port = 0;

  friend bool operator==(const HostPort&, const HostPort&) = default;
};

std::vector<HostPort> host_ports(const json::Value& pod_spec);

// No two pods on a machine can have both.
bool collide(const HostPort& a, const HostPort& b);
bool collide(const std::vector<HostPort>& some, const std::vector<HostPort>& others);

}  // namespace sluice::api
