// SPDX-License-Identifier: Apache-2.0
//
// https://cloudinit.readthedocs.io/en/latest/reference/modules.html
#include <array>

#include "base/text.h"
#include "json/yaml.h"
#include "machines/user_data.h"

namespace sluice::machines {
namespace {

struct Field {
  const char* ours;
  const char* theirs;
};
constexpr std::array kUserFields{Field{"name", "name"},
                                 Field{"gecos", "gecos"},
                                 Field{"groups", "groups"},
                                 Field{"homeDir", "homedir"},
                                 Field{"shell", "shell"},
                                 Field{"passwd", "passwd"},
                                 Field{"primaryGroup", "primary_group"},
                                 Field{"lockPassword", "lock_passwd"},
                                 Field{"sudo", "sudo"},
                                 Field{"sshAuthorizedKeys", "ssh_authorized_keys"}};

json::Value user(const json::Value& asked) {
  json::Value user = json::Object{};
  for (const Field& field : kUserFields) {
    if (!asked.at(field.ours).is_null()) {
      user[field.theirs] = asked.at(field.ours);
    }
  }
  return user;
}

std::string octal(unsigned mode) {
  std::string text;
  for (unsigned shift = 12; shift > 0; shift -= 3) {
    text += static_cast<char>('0' + (mode >> (shift - 3) & 7U));
  }
  return text;
}

json::Value file(const PlannedFile& planned) {
  json::Value file = json::Object{{"path", planned.path}};
  file["owner"] = planned.owner.empty() ? "root:root" : planned.owner;
  file["permissions"] = octal(planned.mode);
  if (planned.append) {
    file["append"] = true;
  }
  if (!planned.is_text) {
    file["encoding"] = planned.gzipped ? "gz+b64" : "b64";
  }
  file["content"] = planned.is_text ? planned.bytes : base64_encode(planned.bytes);
  return file;
}

}  // namespace

std::string cloud_config(const Plan& plan) {
  json::Value config = json::Object{};
  if (!plan.hostname.empty()) {
    config["hostname"] = plan.hostname;
    config["preserve_hostname"] = false;
  }
  for (const json::Value& asked : plan.users) {
    config["users"].array().push_back(user(asked));
  }
  if (!plan.packages.empty()) {
    config["package_update"] = true;
    for (const std::string& package : plan.packages) {
      config["packages"].array().push_back(package);
    }
  }
  for (const PlannedFile& planned : plan.files) {
    config["write_files"].array().push_back(file(planned));
  }
  for (const std::string& command : plan.commands) {
    // With its end of line it stands as it is, without quotes that would stand in templates too.
    config["runcmd"].array().push_back(command + "\n");
  }
  return "## template: jinja\n#cloud-config\n" + json::write_yaml(config);
}

}  // namespace sluice::machines
