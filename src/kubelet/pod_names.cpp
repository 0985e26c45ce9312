// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_names.h"

#include "api/meta.h"
#include "json/strings.h"

namespace sluice::kubelet {
namespace {

constexpr std::size_t kLongestHostname = 63;

std::string hostname_of(const json::Value& pod) {
  const std::string& asked = pod.at("spec", "hostname").as_string();
  std::string name = asked.empty() ? api::name(pod) : asked;
  name.resize(std::min(name.size(), kLongestHostname));
  while (!name.empty() && (name.back() == '-' || name.back() == '.')) {
    name.pop_back();
  }
  return name;
}

}  // namespace

pod::NamesSpec names_of(const json::Value& pod) {
  const json::Value& spec = pod.at("spec");
  pod::NamesSpec names{.hostname = hostname_of(pod),
                       .node_dns = spec.at("dnsPolicy").as_string() != "None",
                       .nameservers = json::to_strings(spec.at("dnsConfig", "nameservers")),
                       .searches = json::to_strings(spec.at("dnsConfig", "searches")),
                       .node_hosts = spec.at("hostNetwork").as_bool()};
  if (const std::string& subdomain = spec.at("subdomain").as_string(); !subdomain.empty()) {
    names.domain = subdomain + "." + api::ns(pod) + ".svc.cluster.local";
  }
  if (const std::string& fixed = spec.at("hostnameOverride").as_string(); !fixed.empty()) {
    names.hostname = fixed;
    names.domain.clear();
  }
  for (const json::Value& alias : spec.at("hostAliases").as_array()) {
    names.aliases.push_back({alias.at("ip").as_string(), json::to_strings(alias.at("hostnames"))});
  }
  for (const json::Value& option : spec.at("dnsConfig", "options").as_array()) {
    names.options.emplace_back(option.at("name").as_string(), option.at("value").as_string());
  }
  return names;
}

}  // namespace sluice::kubelet
