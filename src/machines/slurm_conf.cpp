// SPDX-License-Identifier: Apache-2.0
#include "machines/slurm_conf.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

#include "base/made_of.h"
#include "base/text.h"
#include "machines/class_refusal.h"
#include "machines/shared_state.h"

namespace sluice::machines {
namespace {

constexpr const char* kStateLocation = "/var/spool/slurmctld";

// What is said unless spec.slurmParameters says otherwise.
struct Line {
  std::string_view name;
  std::string_view value;
};
constexpr std::array kUsual{
    Line{"SlurmUser", "slurm"},
    Line{"StateSaveLocation", kStateLocation},
    Line{"SlurmdSpoolDir", "/var/spool/slurmd"},
    Line{"SlurmctldLogFile", "/var/log/slurm/slurmctld.log"},
    Line{"SlurmdLogFile", "/var/log/slurm/slurmd.log"},
    Line{"SlurmctldPidFile", "/run/slurmctld.pid"},
    Line{"SlurmdPidFile", "/run/slurmd.pid"},
    Line{"SlurmctldParameters", "enable_configless"},
    Line{"SelectType", "select/cons_tres"},
    Line{"SelectTypeParameters", "CR_Core_Memory"},
    Line{"MpiDefault", "pmi2"},
    Line{"ReturnToService", "2"},  // a node that comes back after a reboot is a node again
};

constexpr std::array kTrust{Line{"AuthType", "auth/"}, Line{"CredType", "cred/"}};

// What fields say, and what nodes say themselves.
constexpr std::array<std::string_view, 11> kOfFields{
    "clustername",   "slurmctldhost",  "slurmctldport",    "maxnodecount",
    "treewidth",     "nodeset",        "nodename",         "partitionname",
    "resumeprogram", "suspendprogram", "resumefailprogram"};
constexpr std::array<std::string_view, 4> kOfNodes{"nodename", "port", "feature", "features"};

constexpr std::string_view kWord = "_.-";

// In seconds. Bare metal takes its time.
constexpr std::int64_t kSuspendTime = 600;
constexpr std::int64_t kResumeTimeout = 1800;
constexpr std::int64_t kSuspendTimeout = 60;

Result<std::string> name_at(const json::Value& item, const char* member, const std::string& field) {
  const std::string& name = item.at(member).as_string();
  if (!is_made_of(name, kWord)) {
    return refused(field + "." + member, "expected letters, digits, \"_\", \".\" and \"-\"");
  }
  return name;
}

template <std::size_t kSize>
Result<void> check_parameter(const json::Member& parameter, const std::string& field,
                             const std::array<std::string_view, kSize>& taken) {
  const std::string lower = to_lower(parameter.key);
  if (!is_made_of(parameter.key, "")) {
    return refused(field, "\"" + parameter.key + "\" is no parameter of Slurm");
  }
  if (std::find(taken.begin(), taken.end(), lower) != taken.end()) {
    return refused(field + "." + parameter.key, "said elsewhere, by Sluice or a field");
  }
  const std::string& value = parameter.value.as_string();
  const bool one_line = std::none_of(value.begin(), value.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '#';
  });
  if (value.empty() || !one_line) {
    return refused(field + "." + parameter.key, "expected one line of text without \"#\"");
  }
  return {};
}

void add(std::string& text, std::string_view name, std::string_view value) {
  text += std::string(name) + "=" + std::string(value) + "\n";
}

// What our machines cannot do without: they get their slurm.conf from slurmctld, and those of the
// power saving, which has no other way to know, tell it their addresses.
std::string with_ours(std::string value, const json::Value& node_class) {
  const auto add = [&](std::string_view word) {
    const std::vector<std::string_view> words = split(value, ',');
    if (std::none_of(words.begin(), words.end(),
                     [&](std::string_view one) { return to_lower(trim(one)) == word; })) {
      value += (value.empty() ? "" : ",") + std::string(word);
    }
  };
  add("enable_configless");
  if (node_class.at("spec", "powerSaving").is_object()) {
    add("cloud_reg_addrs");
  }
  return value;
}

// The plugin by which machines know one another, of the key that they have.
std::string trusted(const Line& line, const json::Value& node_class) {
  const bool has_slurm_key = node_class.at("spec", "slurmKey").is_object();
  return std::string(line.value) + (has_slurm_key ? "slurm" : "munge");
}

Result<std::string> value_of(const json::Member& parameter, const json::Value& node_class) {
  const std::string& value = parameter.value.as_string();
  const std::string name = to_lower(parameter.key);
  for (const Line& line : kTrust) {
    if (name == to_lower(line.name) && value != trusted(line, node_class)) {
      return refused("slurmParameters." + parameter.key, "\"" + value + "\": expected " +
                                                             trusted(line, node_class) +
                                                             ", whose key the machines have");
    }
  }
  // It comes to stand in commands, too.
  if (name == "slurmuser" && (!is_made_of(value, kWord) || value.front() == '-')) {
    return refused("slurmParameters." + parameter.key,
                   "\"" + value +
                       "\": expected the name of a user: letters, digits, \"_\", \".\" "
                       "and \"-\", the last not first");
  }
  return name == "slurmctldparameters" ? with_ours(value, node_class) : value;
}

// In the order in which they are in control. Each must know itself among them.
Result<void> add_controllers(std::string& text, const json::Value& controller,
                             const std::string& host) {
  const json::Array& hosts = controller.at("hosts").as_array();
  if (hosts.empty()) {
    add(text, "SlurmctldHost", host + "(" + controller.at("address").as_string() + ")");
    return {};
  }
  bool is_one = false;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    const std::string field = "controller.hosts[" + std::to_string(i) + "]";
    TRY_ASSIGN(const std::string name, name_at(hosts[i], "name", field));
    const std::string& address = hosts[i].at("address").as_string();
    if (!is_made_of(address, ".:-")) {
      return refused(field + ".address", "expected an address, or a name");
    }
    add(text, "SlurmctldHost", name + "(" + address + ")");
    is_one = is_one || name == host;
  }
  return is_one
             ? Result<void>()
             : refused("controller.hosts", "the machine would be called \"" + host +
                                               "\", which is none of them: expected spec.hostname "
                                               "of its VirtualKubeletConfig to be");
}

// What a node of that class tells, or slurm.conf tells of it: its features.
Result<std::string> feature_words(const json::Value& node_class, const json::Value& more) {
  std::vector<std::string> features;
  for (const json::Value* list : {&node_class.at("spec", "features"), &more}) {
    for (const json::Value& feature : list->as_array()) {
      const std::string& name = feature.as_string();
      if (!is_made_of(name, kWord)) {
        return fail(Code::kInvalid,
                    (list == &more ? "spec.features: \"" : "SlurmNodeClass spec.features: \"") +
                        name + "\": expected letters, digits, \"_\", \".\" and \"-\"");
      }
      if (std::find(features.begin(), features.end(), name) == features.end()) {
        features.push_back(name);
      }
    }
  }
  return features.empty() ? "" : "Feature=" + join(features, ",");
}

Result<void> check_node_parameter(const json::Member& parameter, const std::string& field) {
  TRY(check_parameter(parameter, field, kOfNodes));
  if (!is_made_of(parameter.value.as_string(), "_.,:()*/+-")) {
    return refused(field + "." + parameter.key, "expected one word");
  }
  return {};
}

// Nodes that have no machine while no job wants them, in a partition that says for how long; others
// are never switched off.
Result<std::string> power_saving(const json::Value& node_class) {
  const json::Value& spec = node_class.at("spec");
  const json::Value& power = spec.at("powerSaving");
  if (!power.is_object()) {
    return "";
  }
  const std::string& nodes = power.at("nodes").as_string();
  if (!is_made_of(nodes, "-[],")) {
    return refused("powerSaving.nodes", "expected names of nodes, as in cloud-[1-8]");
  }
  std::string node = "NodeName=" + nodes + " State=CLOUD";
  TRY_ASSIGN(const std::string features, feature_words(node_class, json::Value::null()));
  node += (features.empty() ? "" : " ") + features;
  for (const json::Member& parameter : power.at("nodeParameters").as_object()) {
    TRY(check_node_parameter(parameter, "powerSaving.nodeParameters"));
    node += " " + parameter.key + "=" + parameter.value.as_string();
  }
  std::string partition = "cloud";
  if (power.at("partition").is_string()) {
    TRY_ASSIGN(partition, name_at(power, "partition", "powerSaving"));
  }
  const auto seconds = [&](const char* field, std::int64_t usual) {
    return std::to_string(power.at(field).as_int(usual));
  };
  return "ResumeProgram=/etc/sluice/resume\nSuspendProgram=/etc/sluice/suspend\n"
         "ResumeFailProgram=/etc/sluice/resume-failed\n" +
         node + "\nPartitionName=" + partition + " Nodes=" + nodes +
         " SuspendTime=" + seconds("suspendTime", kSuspendTime) +
         " ResumeTimeout=" + seconds("resumeTimeout", kResumeTimeout) +
         " SuspendTimeout=" + seconds("suspendTimeout", kSuspendTimeout) +
         (power.at("default").as_bool() ? " Default=YES" : "") + " MaxTime=UNLIMITED State=UP\n";
}

// A set of nodes for every feature that a partition names, then the partitions.
Result<std::string> partitions(const json::Value& node_class) {
  const json::Array& all = node_class.at("spec", "partitions").as_array();
  if (all.empty()) {
    return "PartitionName=main Nodes=ALL Default=YES MaxTime=UNLIMITED State=UP\n";
  }
  std::set<std::string> sets;
  std::string text;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string field = "partitions[" + std::to_string(i) + "]";
    TRY_ASSIGN(const std::string name, name_at(all[i], "name", field));
    std::string nodes = "ALL";
    if (all[i].at("feature").is_string()) {
      TRY_ASSIGN(nodes, name_at(all[i], "feature", field));
      sets.insert(nodes);
      nodes = "feature_" + nodes;
    }
    std::string time = "UNLIMITED";
    if (all[i].at("maxTime").is_string()) {
      time = all[i].at("maxTime").as_string();
      if (!is_made_of(time, ":-")) {
        return refused(field + ".maxTime", "expected a time of Slurm, as in 1-12:00:00");
      }
    }
    text += "PartitionName=" + name + " Nodes=" + nodes +
            (all[i].at("default").as_bool() ? " Default=YES" : "") + " MaxTime=" + time +
            " State=UP\n";
  }
  std::string before;
  for (const std::string& feature : sets) {
    before += "NodeSet=feature_" + feature + " Feature=" + feature + "\n";
  }
  return before + text;
}

}  // namespace

Result<std::string> slurm_conf(const json::Value& node_class, const std::string& host) {
  const json::Value& spec = node_class.at("spec");
  std::string text = "# Written by Sluice from the SlurmNodeClass of this machine.\n";
  add(text, "ClusterName", spec.at("clusterName").as_string());
  TRY(add_controllers(text, spec.at("controller"), host));
  TRY(check_shared_state(spec));
  add(text, "SlurmctldPort", std::to_string(spec.at("controller", "port").as_int(6817)));
  add(text, "MaxNodeCount", std::to_string(spec.at("maxNodeCount").as_int(1024)));
  add(text, "TreeWidth", std::to_string(spec.at("treeWidth").as_int(65533)));
  std::set<std::string> said;
  for (const json::Member& parameter : spec.at("slurmParameters").as_object()) {
    TRY(check_parameter(parameter, "slurmParameters", kOfFields));
    said.insert(to_lower(parameter.key));
  }
  for (const Line& line : kTrust) {
    if (!said.contains(to_lower(line.name))) {
      add(text, line.name, trusted(line, node_class));
    }
  }
  for (const Line& line : kUsual) {
    if (!said.contains(to_lower(line.name))) {
      add(text, line.name,
          line.name == "SlurmctldParameters" ? with_ours("", node_class) : line.value);
    }
  }
  for (const json::Member& parameter : spec.at("slurmParameters").as_object()) {
    TRY_ASSIGN(const std::string value, value_of(parameter, node_class));
    add(text, parameter.key, value);
  }
  TRY_ASSIGN(const std::string powered, power_saving(node_class));
  if (!powered.empty() && !said.contains("privatedata")) {
    add(text, "PrivateData", "cloud");  // what is switched off, or did not come, is shown
  }
  TRY_ASSIGN(const std::string last, partitions(node_class));
  return text + powered + last;
}

Result<std::string> slurm_user(const json::Value& node_class) {
  for (const json::Member& parameter : node_class.at("spec", "slurmParameters").as_object()) {
    if (to_lower(parameter.key) == "slurmuser") {
      return value_of(parameter, node_class);
    }
  }
  return "slurm";
}

std::string state_location(const json::Value& node_class) {
  for (const json::Member& parameter : node_class.at("spec", "slurmParameters").as_object()) {
    if (to_lower(parameter.key) == "statesavelocation") {
      return parameter.value.as_string();
    }
  }
  return kStateLocation;
}

Result<std::string> node_conf(const json::Value& node_class, const json::Value& more) {
  TRY_ASSIGN(std::string features, feature_words(node_class, more));
  std::vector<std::string> words;
  if (!features.empty()) {
    words.push_back(std::move(features));
  }
  for (const json::Member& parameter : node_class.at("spec", "nodeParameters").as_object()) {
    TRY(check_node_parameter(parameter, "nodeParameters"));
    words.push_back(parameter.key + "=" + parameter.value.as_string());
  }
  return join(words, " ");
}

}  // namespace sluice::machines
