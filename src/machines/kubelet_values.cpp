// SPDX-License-Identifier: Apache-2.0
//
// As kubeadm has it: who calls the kubelet shows a certificate of the cluster's authority or a
// token that the API server reviews, and is asked what it may do.
#include "machines/kubelet_values.h"

#include "api/label_syntax.h"
#include "base/ip_address.h"
#include "base/made_of.h"
#include "base/text.h"
#include "json/strings.h"
#include "machines/class_refusal.h"
#include "machines/kubeconfig_fault.h"

namespace sluice::machines {
namespace {

constexpr const char* kDefaultDomain = "cluster.local";

// On a unit's command line: one word each, whatever template variables become.
std::string flags(const json::Value& node) {
  std::string flags;
  if (const std::string& id = node.at("providerID").as_string(); !id.empty()) {
    flags += " \"--provider-id=" + id + "\"";
  }
  std::vector<std::string> labels;
  for (const json::Member& label : node.at("labels").as_object()) {
    labels.push_back(label.key + "=" + label.value.as_string());
  }
  if (!labels.empty()) {
    flags += " \"--node-labels=" + join(labels, ",") + "\"";
  }
  std::vector<std::string> taints;
  for (const json::Value& taint : node.at("taints").as_array()) {
    taints.push_back(taint.at("key").as_string() + "=" + taint.at("value").as_string() + ":" +
                     taint.at("effect").as_string());
  }
  if (!taints.empty()) {
    flags += " \"--register-with-taints=" + join(taints, ",") + "\"";
  }
  return flags;
}

// By which it knows the API server, that calls it for logs and exec.
Result<std::string> authority(const std::string& kubeconfig) {
  auto decoded = base64_decode(
      cluster_of_kubeconfig(kubeconfig).at("certificate-authority-data").as_string());
  if (decoded && decoded->find("-----BEGIN CERTIFICATE-----") != std::string::npos) {
    return decoded;
  }
  return refused("kubeconfig",
                 "the kubeconfig has no certificate-authority-data with a certificate, by which "
                 "kubelets know the API server: kubectl config view --raw --flatten puts it there");
}

Result<void> add_resolver(const json::Value& said, Values& values) {
  const std::vector<std::string> servers = json::to_strings(said.at("clusterDNS"));
  for (const std::string& server : servers) {
    if (!is_ip_address(server)) {
      return refused("kubernetes.clusterDNS", "\"" + server + "\": expected an address");
    }
  }
  const json::Value& domain = said.at("clusterDomain");
  values["cluster_domain"] = domain.is_string() ? domain.as_string() : kDefaultDomain;
  if (const std::string fault = api::dns_subdomain_fault(values["cluster_domain"]);
      !fault.empty()) {
    return refused("kubernetes.clusterDomain", fault);
  }
  values["cluster_dns"] =
      servers.empty() ? "" : "clusterDNS: [\"" + join(servers, "\", \"") + "\"]\n";
  return {};
}

Result<void> add_packages(const json::Value& node_class, Values& values) {
  const json::Value& said = node_class.at("spec", "kubernetes");
  const std::string& url = said.at("repository", "url").as_string();
  const std::vector<std::string> packages = json::to_strings(said.at("packages"));
  if (url.empty() && packages.empty()) {
    return refused("kubernetes.repository",
                   "Required value: distributions have no package kubelet: name a repository that "
                   "has it, or, where machines know one already, packages; or say install: image");
  }
  if (!url.empty() && !is_made_of(url, "._~:/?@!$&()*+,;=%-")) {
    return refused("kubernetes.repository.url", "\"" + url + "\": expected a URL");
  }
  for (const std::string& package : packages) {
    if (!is_made_of(package, ".+_:=~*-")) {
      return refused("kubernetes.packages", "\"" + package + "\": expected names of packages");
    }
  }
  const bool redhat = node_class.at("spec", "osFamily").as_string() == "redhat";
  values[redhat ? "yum_repository" : "apt_repository"] = url;
  values["repository_key"] = url.empty() ? "" : said.at("repository", "key").as_string();
  values["kubelet_packages"] = packages.empty() ? "kubelet" : join(packages, " ");
  values["configures_containerd"] = "yes";
  return {};
}

}  // namespace

Result<void> add_kubelet(const PlanInput& input, bool wanted, Values& values) {
  for (const char* name : {"kubelet_flags", "kubelet_authority", "cluster_dns", "cluster_domain",
                           "apt_repository", "yum_repository", "repository_key",
                           "kubelet_packages", "configures_containerd"}) {
    values[name] = "";
  }
  if (!wanted) {
    return {};
  }
  values["kubelet_flags"] = flags(input.config.at("spec", "node"));
  TRY_ASSIGN(values["kubelet_authority"], authority(values.at("kubeconfig")));
  TRY(add_resolver(input.node_class.at("spec", "kubernetes"), values));
  return input.node_class.at("spec", "install").as_string() == "image"
             ? Result<void>()
             : add_packages(input.node_class, values);
}

}  // namespace sluice::machines
