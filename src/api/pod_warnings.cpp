// SPDX-License-Identifier: Apache-2.0
#include "api/pod_warnings.h"

#include <map>
#include <set>
#include <string_view>

#include "api/app_armor.h"
#include "base/go_text.h"
#include "json/quantity.h"

namespace sluice::api {
namespace {

struct Word {
  std::string_view name;
  std::string_view message;
};

constexpr Word kLabels[] = {
    {"beta.kubernetes.io/arch", R"(deprecated since v1.14; use "kubernetes.io/arch" instead)"},
    {"beta.kubernetes.io/os", R"(deprecated since v1.14; use "kubernetes.io/os" instead)"},
    {"beta.kubernetes.io/instance-type",
     R"(deprecated since v1.17; use "node.kubernetes.io/instance-type" instead)"},
    {"failure-domain.beta.kubernetes.io/region",
     R"(deprecated since v1.17; use "topology.kubernetes.io/region" instead)"},
    {"failure-domain.beta.kubernetes.io/zone",
     R"(deprecated since v1.17; use "topology.kubernetes.io/zone" instead)"},
};

constexpr Word kAnnotations[] = {
    {"scheduler.alpha.kubernetes.io/critical-pod",
     R"(non-functional in v1.16+; use the "priorityClassName" field instead)"},
    {"security.alpha.kubernetes.io/sysctls",
     R"(non-functional in v1.11+; use the "sysctls" field instead)"},
    {"security.alpha.kubernetes.io/unsafe-sysctls",
     R"(non-functional in v1.11+; use the "sysctls" field instead)"},
};

constexpr Word kVolumes[] = {
    {"photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"},
    {"gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"},
    {"scaleIO", "deprecated in v1.16, non-functional in v1.22+"},
    {"flocker", "deprecated in v1.22, non-functional in v1.25+"},
    {"storageos", "deprecated in v1.22, non-functional in v1.25+"},
    {"quobyte", "deprecated in v1.22, non-functional in v1.25+"},
    {"glusterfs", "deprecated in v1.25, non-functional in v1.26+"},
    {"cephfs", "deprecated in v1.28, non-functional in v1.31+"},
    {"rbd", "deprecated in v1.28, non-functional in v1.31+"},
};

constexpr std::string_view kSeccomp =
    R"(non-functional in v1.27+; use the "seccompProfile" field instead)";
constexpr std::string_view kAppArmor =
    R"(deprecated since v1.30; use the "appArmorProfile" field instead)";

std::string item(const std::string& list, std::size_t index) {
  return list + "[" + std::to_string(index) + "]";
}

std::string_view deprecated_label(std::string_view label) {
  for (const Word& word : kLabels) {
    if (word.name == label) {
      return word.message;
    }
  }
  return "";
}

class PodReader {
 public:
  PodReader(const json::Value& pod, const std::string& at)
      : spec_(pod.at("spec")),
        annotations_(pod.at("metadata", "annotations")),
        at_(at.empty() ? "" : at + "."),
        spec_at_(at_ + "spec"),
        is_template_(!at.empty()) {}

  std::vector<std::string> read() {
    node_labels();
    annotations();
    volumes();
    repeated_names();
    for_each_container([this](const json::Value& container, const std::string& path) {
      secured(container);
      amounts(container, path);
      variables(container, path);
    });
    for_each_container(
        [this](const json::Value& container, const std::string& path) { ports(container, path); });
    return std::move(warnings_);
  }

 private:
  struct SeenPort {
    std::string at;
    const json::Value& port;
  };

  void warn(const std::string& at, std::string_view message) {
    warnings_.push_back(at + ": " + std::string(message));
  }
  void warn_of_annotation(const std::string& name, std::string_view message) {
    if (annotations_.find(name) != nullptr) {
      warn(at_ + "metadata.annotations[" + name + "]", message);
    }
  }

  template <class Visit>
  void for_each_container(Visit visit) {
    for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
      const json::Array& containers = spec_.at(list).as_array();
      for (std::size_t i = 0; i < containers.size(); ++i) {
        visit(containers[i], item(spec_at_ + "." + list, i));
      }
    }
  }

  void node_labels() {
    for (const json::Member& label : spec_.at("nodeSelector").as_object()) {
      if (const auto message = deprecated_label(label.key); !message.empty()) {
        warn(spec_at_ + ".nodeSelector[" + label.key + "]", message);
      }
    }
    const json::Array& constraints = spec_.at("topologySpreadConstraints").as_array();
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      const std::string path = item(spec_at_ + ".topologySpreadConstraints", i);
      const std::string& key = constraints[i].at("topologyKey").as_string();
      if (const auto message = deprecated_label(key); !message.empty()) {
        warn(path + ".topologyKey", key + " is " + std::string(message));
      }
      if (constraints[i].at("labelSelector").is_null()) {
        warn(path + ".labelSelector", "a null labelSelector results in matching no pod");
      }
    }
  }

  void annotations() {
    for (const Word& word : kAnnotations) {
      warn_of_annotation(std::string(word.name), word.message);
    }
  }

  void volumes() {
    const json::Array& volumes = spec_.at("volumes").as_array();
    for (std::size_t i = 0; i < volumes.size(); ++i) {
      for (const Word& word : kVolumes) {
        if (volumes[i].find(word.name) != nullptr) {
          warn(item(spec_at_ + ".volumes", i) + "." + std::string(word.name), word.message);
        }
      }
      for (const json::Value& source : volumes[i].at("projected", "sources").as_array()) {
        if (source.as_object().empty()) {
          warnings_.push_back("volume " + go_quoted(volumes[i].at("name").as_string()) +
                              " (Projected) has no sources provided");
        }
      }
    }
  }

  void repeated_names() {
    repeated("hostAliases", "ip");
    repeated("imagePullSecrets", "name");
    const json::Array& secrets = spec_.at("imagePullSecrets").as_array();
    for (std::size_t i = 0; i < secrets.size(); ++i) {
      if (secrets[i].at("name").as_string().empty()) {
        warn(item(spec_at_ + ".imagePullSecrets", i) + ".name", "invalid empty name \"\"");
      }
    }
    fractions(spec_.at("overhead"), spec_at_ + ".overhead");
    if (spec_.at("securityContext", "seccompProfile").is_null()) {
      warn_of_annotation("seccomp.security.alpha.kubernetes.io/pod", kSeccomp);
    }
  }

  void repeated(const std::string& list, const std::string& member) {
    std::set<std::string_view> seen;
    const json::Array& items = spec_.at(list).as_array();
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::string& value = items[i].at(member).as_string();
      if (!seen.insert(value).second) {
        warn(item(spec_at_ + "." + list, i) + "." + member,
             "duplicate " + member + " " + go_quoted(value));
      }
    }
  }

  void secured(const json::Value& container) {
    const std::string& name = container.at("name").as_string();
    if (container.at("securityContext", "seccompProfile").is_null()) {
      warn_of_annotation("container.seccomp.security.alpha.kubernetes.io/" + name, kSeccomp);
    }
    const bool pod_says = !spec_.at("securityContext", "appArmorProfile").is_null();
    const bool container_says = !container.at("securityContext", "appArmorProfile").is_null();
    // The container of a pod has taken what its annotation says, unless the pod says the same.
    const bool taken =
        spec_.at("os", "name").as_string() != "windows" && (container_says || !pod_says);
    if (is_template_ ? !pod_says && !container_says : taken) {
      warn_of_annotation(std::string(kAppArmorAnnotation) + name, kAppArmor);
    }
  }

  void fractions(const json::Value& amounts, const std::string& path) {
    for (const char* resource : {"memory", "ephemeral-storage"}) {
      const auto amount = json::Quantity::from(amounts.at(resource));
      if (amount && amount->milli_value() % 1000 != 0) {
        warn(path + "[" + resource + "]", "fractional byte value " +
                                              go_quoted(amount->to_string()) +
                                              " is invalid, must be an integer");
      }
    }
  }

  void amounts(const json::Value& container, const std::string& path) {
    for (const char* list : {"limits", "requests"}) {
      fractions(container.at("resources", list), path + ".resources." + list);
    }
  }

  // A later value may build on an earlier one; anything else hides it.
  void variables(const json::Value& container, const std::string& path) {
    std::set<std::string_view> seen;
    const json::Array& variables = container.at("env").as_array();
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const std::string& name = variables[i].at("name").as_string();
      const std::string& value = variables[i].at("value").as_string();
      const std::string reference = "$(" + name + ")";
      const bool hides = variables[i].find("valueFrom") != nullptr || value == reference ||
                         value.find(reference) == std::string::npos;
      if (!seen.insert(name).second && hides) {
        warn(item(path + ".env", i), "hides previous definition of " + go_quoted(name) +
                                         ", which may be dropped when using apply");
      }
    }
  }

  void ports(const json::Value& container, const std::string& path) {
    const json::Array& ports = container.at("ports").as_array();
    for (std::size_t i = 0; i < ports.size(); ++i) {
      const json::Value& port = ports[i];
      const std::string at = item(path + ".ports", i);
      const std::int64_t host_port = port.at("hostPort").as_int();
      const std::string& host_ip = port.at("hostIP").as_string();
      const std::string number = std::to_string(port.at("containerPort").as_int());
      const std::string& protocol = port.at("protocol").as_string();
      if (!host_ip.empty() && host_port == 0) {
        warn(at, "hostIP set without hostPort: {Name:" + port.at("name").as_string() +
                     " HostPort:0 ContainerPort:" + number + " Protocol:" + protocol +
                     " HostIP:" + host_ip + "}");
      }
      std::vector<SeenPort>& others = ports_[number + "/" + protocol];
      for (const SeenPort& other : others) {
        compare(at, port, other);
      }
      others.push_back({at, port});
    }
  }

  void compare(const std::string& at, const json::Value& port, const SeenPort& other) {
    const std::int64_t mine = port.at("hostPort").as_int();
    const std::int64_t theirs = other.port.at("hostPort").as_int();
    const std::string& my_ip = port.at("hostIP").as_string();
    const std::string& their_ip = other.port.at("hostIP").as_string();
    if (mine == theirs && my_ip == their_ip) {
      warn(at, "duplicate port definition with " + other.at);
    } else if (mine == 0 || theirs == 0 ||
               (mine == theirs && (my_ip.empty() || their_ip.empty()))) {
      warn(at, "overlapping port definition with " + other.at);
    }
  }

  const json::Value& spec_;
  const json::Value& annotations_;
  const std::string at_;
  const std::string spec_at_;
  const bool is_template_;
  std::map<std::string, std::vector<SeenPort>> ports_;
  std::vector<std::string> warnings_;
};

}  // namespace

std::vector<std::string> pod_warnings(const json::Value& pod, const std::string& at) {
  return PodReader(pod, at).read();
}

}  // namespace sluice::api
