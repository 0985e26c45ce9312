// SPDX-License-Identifier: Apache-2.0
//
// https://cloudinit.readthedocs.io/en/latest/reference/modules.html
#include <array>

#include "base/text.h"
#include "json/text.h"
#include "json/yaml.h"
#include "machines/names.h"
#include "machines/templates.h"
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

// A block that stands as it is, template variables with their quotes and all: the number says how
// far it is indented, so that it may begin with spaces, the sign what becomes of its last line end.
std::string literal(const std::string& text, std::size_t indent) {
  const std::size_t last = text.find_last_not_of('\n');
  if (last == std::string::npos) {
    return " " + json::write(json::Value(text)) + "\n";
  }
  const std::size_t ends = text.size() - last - 1;
  std::string block = ends == 0 ? " |2-\n" : ends == 1 ? " |2\n" : " |2+\n";
  for (const std::string_view line :
       split(std::string_view(text).substr(0, text.size() - (ends == 0 ? 0 : 1)), '\n')) {
    block += (line.empty() ? "" : std::string(indent, ' ') + std::string(line)) + "\n";
  }
  return block;
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
  return file;
}

std::string file_text(const PlannedFile& planned) {
  return json::write_yaml(json::Array{file(planned)}) + "  content:" +
         (planned.is_text ? literal(planned.bytes, 4)
                          : " \"" + base64_encode(planned.bytes) + "\"\n");
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
  std::string text = "## template: jinja\n#cloud-config\n";
  if (!config.as_object().empty()) {
    text += json::write_yaml(config);
  }
  text += plan.files.empty() ? "" : "write_files:\n";
  for (const PlannedFile& planned : plan.files) {
    text += file_text(planned);
  }
  text += "runcmd:\n";  // there is one always
  for (const std::string& command : plan.commands) {
    text += "-" + literal(command, 2);
  }
  return as_template(text);
}

}  // namespace sluice::machines
