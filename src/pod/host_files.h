// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/value.h"

// The files of /etc that tell a container who and where it is. Pure: spec and node in, text out.
namespace sluice::pod {

struct HostAlias {
  std::string address;
  std::vector<std::string> names;

  friend bool operator==(const HostAlias&, const HostAlias&) = default;
};

// What of them the pod decides. Part of spec.json.
struct NamesSpec {
  std::string hostname;  // empty: the node's
  std::string domain;    // "sub.ns.svc.cluster.local" for pods with a subdomain
  std::vector<HostAlias> aliases;
  bool node_dns = true;  // begin with what the node has
  std::vector<std::string> nameservers;
  std::vector<std::string> searches;
  std::vector<std::pair<std::string, std::string>> options;  // {"ndots", "5"}
  bool node_hosts = false;  // hostNetwork: the node's own /etc/hosts

  friend bool operator==(const NamesSpec&, const NamesSpec&) = default;
};
json::Value to_json(const NamesSpec& names);
NamesSpec names_from_json(const json::Value& item);

std::string hosts_file(const NamesSpec& names, std::string_view address,
                       std::string_view node_hosts);

// At most three nameservers, as resolvers know no more.
std::string resolver_file(const NamesSpec& names, std::string_view node_resolver);

}  // namespace sluice::pod
