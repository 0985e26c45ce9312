// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// Where something in the cluster listens.
struct ProxyTarget {
  bool tls = false;
  std::string host;
  std::uint16_t port = 80;
  bool kubelet = false;  // a node's own, to whom we say who we are

  std::string authority() const { return host + ":" + std::to_string(port); }
};

// "[scheme:]name[:port]" of a proxy URL, taken apart.
struct ProxyName {
  std::string scheme;  // "", "http" or "https"
  std::string name;
  std::string port;  // a number or a name; empty: the first there is
};
// BadRequest: `invalid pod request "..."`, for the resource's `kind` in lower case.
Result<ProxyName> parse_proxy_name(const std::string& kind, const std::string& text);

// Finds out where pods, services and nodes can be reached, from the objects. Thread-safe.
class ProxyAddresses {
 public:
  struct Options {
    bool allow_loopback = false;  // this machine itself may be an address
  };
  explicit ProxyAddresses(const registry::Registry& registry) : registry_(registry) {}
  ProxyAddresses(const registry::Registry& registry, Options options)
      : registry_(registry), options_(options) {}

  // NotFound, or BadRequest when the pod has no address that requests may be sent to.
  Result<ProxyTarget> pod(const std::string& ns, const ProxyName& name) const;
  // One of the ready endpoints of a service, at random. Unavailable when there is none.
  Result<ProxyTarget> service(const std::string& ns, const ProxyName& name) const;
  // A server that this one calls itself, behind a service and by HTTPS: at the service's external
  // name, or one of its ready endpoints, as there may be no way to its cluster IP.
  Result<ProxyTarget> server(const std::string& ns, const std::string& service,
                             const std::string& port) const;
  // The node's kubelet, or another port of the node.
  Result<ProxyTarget> node(const ProxyName& name) const;

 private:
  Result<void> check(const std::string& address) const;
  Result<std::string> service_port_name(const std::string& ns, const ProxyName& name) const;

  const registry::Registry& registry_;
  const Options options_{};
};

// Whether requests may be sent to this IP address: not to this machine itself, and not to many.
bool is_global_unicast(const std::string& address);

}  // namespace sluice::apiserver
