// SPDX-License-Identifier: Apache-2.0
#include "machines/plan.h"

#include <algorithm>

#include "base/text.h"
#include "json/strings.h"
#include "machines/agent_config.h"
#include "machines/names.h"
#include "machines/planned_files.h"
#include "machines/templates.h"
#include "machines/user_data.h"
#include "machines/values.h"

namespace sluice::machines {
namespace {

constexpr const char* kScript = "/etc/sluice/bootstrap.sh";

// What Cluster API looks for on machines. In one command with ours: those of cloud-init run on
// whatever becomes of the ones before.
constexpr const char* kSuccess =
    "mkdir -p /run/cluster-api && echo success >/run/cluster-api/bootstrap-success.complete";

std::vector<Part> parts_in_use(Role role, const Values& values) {
  std::vector<Part> parts;
  for (const Part& part : parts_of(role)) {
    if (part.when.empty() || !values.at(std::string(part.when)).empty()) {
      parts.push_back(part);
    }
  }
  return parts;
}

// What comes from a Secret is not wholly ours; the keys of Slurm are no text at all.
PlannedFile planned(const PartFile& file, const Values& values) {
  const bool is_secret = file.text == "@munge_key@" || file.text == "@slurm_key@" ||
                         file.text == "@kubeconfig@" || file.text == "@agent_key@" ||
                         file.text == "@power_kubeconfig@";
  const bool is_foreign = file.text == "@kubelet_authority@" || file.text == "@repository_key@";
  return {.path = fill(file.path, values),
          .mode = file.mode,
          .bytes = fill(file.text, values),
          .is_text = !is_secret && !is_foreign,
          .is_secret = is_secret};
}

std::string script(Role role, const std::vector<Part>& parts, const Values& values) {
  std::string text = "#!/bin/sh\n# Written by Sluice: makes this machine a " +
                     std::string(to_string(role)) + ".\nset -eu\n";
  for (const Part& part : parts) {
    if (!part.setup.empty()) {
      text += "\n# " + std::string(part.name) + "\n" + fill(part.setup, values);
    }
  }
  return text;
}

void add_packages(const json::Value& node_class, const std::vector<Part>& parts,
                  const Values& values, Plan& plan) {
  if (node_class.at("spec", "install").as_string() == "image") {
    return;
  }
  const bool redhat = node_class.at("spec", "osFamily").as_string() == "redhat";
  for (const Part& part : parts) {
    const std::string names = fill(redhat ? part.redhat : part.debian, values);
    for (const std::string_view name : split(names, ' ')) {
      if (!name.empty() &&
          std::find(plan.packages.begin(), plan.packages.end(), name) == plan.packages.end()) {
        plan.packages.emplace_back(name);
      }
    }
  }
}

Result<void> add_role(const PlanInput& input, Role role, Plan& plan) {
  TRY_ASSIGN(Values values, values_of(input, role));
  const std::vector<Part> parts = parts_in_use(role, values);
  values["agent_config"] = agent_config(input, role, parts, values);
  for (const Part& part : parts) {
    for (const PartFile& file : part.files) {
      if (file.when.empty() || !values.at(std::string(file.when)).empty()) {
        plan.files.push_back(planned(file, values));
      }
    }
  }
  plan.files.push_back(
      {.path = kScript, .mode = 0700, .bytes = script(role, parts, values), .is_text = true});
  add_packages(input.node_class, parts, values, plan);
  if (is_of_slurm(role)) {
    plan.hostname = values.at("node");
  }
  return {};
}

Result<void> add_users(const PlanInput& input, Plan& plan) {
  plan.users = input.config.at("spec", "users").as_array();
  for (std::size_t i = 0; i < plan.users.size(); ++i) {
    const std::string field = "spec.users[" + std::to_string(i) + "].passwdFrom.secret";
    const auto hash = input.contents.find(field);
    if (hash != input.contents.end()) {
      if (!is_plain_text(hash->second)) {
        return fail(Code::kInvalid, field + ": the Secret holds no hash of a password");
      }
      plan.users[i]["passwd"] = trim(hash->second);
      plan.users[i].erase("passwdFrom");
    }
  }
  return {};
}

// All texts but what files hold, which may be anything.
Result<void> check_texts(const json::Value& value, const std::string& field) {
  if (value.is_string() && !is_plain_text(value.as_string())) {
    return fail(Code::kInvalid, field + ": expected text without control characters");
  }
  for (std::size_t i = 0; i < value.as_array().size(); ++i) {
    TRY(check_texts(value.as_array()[i], field + "[" + std::to_string(i) + "]"));
  }
  for (const json::Member& member : value.as_object()) {
    if (!is_plain_text(member.key)) {
      return fail(Code::kInvalid, field + ": expected names without control characters");
    }
    if (member.key != "content") {
      TRY(check_texts(member.value, field + "." + member.key));
    }
  }
  return {};
}

// These come to stand in quotes, where template variables with quotes of that kind would end them
// and what is escaped is no expression. Never tells the text, which may be the hash of a password.
Result<void> check_quoted(const json::Value& value, const std::string& field) {
  const std::string& text = value.as_string();
  if (is_template(text) && text.find_first_of("\"\\\n\t") != std::string::npos) {
    return fail(Code::kInvalid, field +
                                    ": expected template variables on one line, without double "
                                    "quotes, backslashes and tabs: {{ ds.meta_data['x'] }}");
  }
  for (std::size_t i = 0; i < value.as_array().size(); ++i) {
    TRY(check_quoted(value.as_array()[i], field + "[" + std::to_string(i) + "]"));
  }
  for (const json::Member& member : value.as_object()) {
    TRY(check_quoted(member.value, field + "." + member.key));
  }
  return {};
}

// cloud-init would say nothing, and apply nothing of the data. `field` and what is below it, but
// what files hold.
Result<void> check_no_others(const json::Value& value, const std::string& field) {
  const std::string fault = template_fault(value.as_string());
  if (!fault.empty()) {
    return fail(Code::kInvalid,
                field + ": " + fault +
                    ": expected variables as {{ ds.meta_data.x }}; what is meant for others comes "
                    "between {% raw %} and {% endraw %}, or as a file with encoding: base64");
  }
  for (std::size_t i = 0; i < value.as_array().size(); ++i) {
    TRY(check_no_others(value.as_array()[i], field + "[" + std::to_string(i) + "]"));
  }
  for (const json::Member& member : value.as_object()) {
    if (member.key != "content") {
      TRY(check_no_others(member.value, field + "." + member.key));
    }
  }
  return {};
}

Result<void> check_templates(const PlanInput& input, const Plan& plan) {
  const json::Value& spec = input.config.at("spec");
  TRY(check_no_others(spec, "spec"));
  TRY(check_no_others(plan.users, "spec.users"));
  for (const PlannedFile& file : plan.files) {
    if (file.is_text) {
      TRY(check_no_others(file.bytes, "the file " + file.path));
    }
  }
  TRY(check_quoted(spec.at("hostname"), "spec.hostname"));
  TRY(check_quoted(plan.users, "spec.users"));
  for (std::size_t i = 0; i < spec.at("files").as_array().size(); ++i) {
    const json::Value& file = spec.at("files").as_array()[i];
    const std::string field = "spec.files[" + std::to_string(i) + "]";
    TRY(check_quoted(file.at("path"), field + ".path"));
    TRY(check_quoted(file.at("owner"), field + ".owner"));
  }
  return {};
}

// There is nobody on the machine who would fill them in, and nobody who installs packages. No path
// may stand there twice.
Result<void> check_for_ignition(const PlanInput& input, const Plan& plan) {
  if (!plan.packages.empty()) {
    return fail(Code::kInvalid,
                "spec.format: Ignition installs no packages: expected a SlurmNodeClass with "
                "install: image");
  }
  for (const std::string& path : paths_of_ignition(plan)) {
    for (const PlannedFile& file : plan.files) {
      if (file.path == path) {
        return fail(Code::kInvalid, "spec.files: \"" + path +
                                        "\" is written already, for Ignition, by another field: "
                                        "expected another file");
      }
    }
  }
  if (is_template(input.config.at("spec", "hostname").as_string())) {
    return fail(Code::kInvalid, "spec.hostname: Ignition has no template variables");
  }
  const json::Value& node = input.config.at("spec", "node");
  bool in_node = is_template(node.at("providerID").as_string());
  for (const json::Member& label : node.at("labels").as_object()) {
    in_node = in_node || is_template(label.value.as_string());
  }
  return in_node ? fail(Code::kInvalid, "spec.node: Ignition has no template variables")
                 : Result<void>();
}

}  // namespace

Result<Plan> make_plan(const PlanInput& input) {
  TRY_ASSIGN(const Role role, read_role(input.config));
  TRY_ASSIGN(const Format format, read_format(input.config));
  TRY(check_texts(input.config.at("spec"), "spec"));
  Plan plan{.hostname = input.config.at("spec", "hostname").as_string()};
  plan.commands = json::to_strings(input.config.at("spec", "preCommands"));
  if (role == Role::kCustom) {
    plan.commands.emplace_back(kSuccess);
  } else {
    TRY(add_role(input, role, plan));
    plan.commands.push_back(std::string(kScript) + " && " + kSuccess);
  }
  for (std::string& command : json::to_strings(input.config.at("spec", "postCommands"))) {
    plan.commands.push_back(std::move(command));
  }
  TRY(add_files_asked_for(input, role, plan.files));
  TRY(add_users(input, plan));
  if (format == Format::kIgnition) {
    TRY(check_for_ignition(input, plan));
  } else {
    TRY(check_templates(input, plan));
  }
  return plan;
}

}  // namespace sluice::machines
