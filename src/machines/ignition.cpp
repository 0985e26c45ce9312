// SPDX-License-Identifier: Apache-2.0
//
// https://coreos.github.io/ignition/configuration-v3_3/
// Ignition runs no commands: a unit does, once, at the first start.
#include "base/text.h"
#include "json/text.h"
#include "machines/user_data.h"

namespace sluice::machines {
namespace {

constexpr const char* kCommands = "/etc/sluice/first-start.sh";
constexpr const char* kUnit = R"([Unit]
Description=What Sluice does at the first start of this machine
Wants=network-online.target
After=network-online.target
ConditionPathExists=!/var/lib/sluice/first-start.done

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh /etc/sluice/first-start.sh
ExecStartPost=/bin/mkdir -p /var/lib/sluice
ExecStartPost=/bin/touch /var/lib/sluice/first-start.done

[Install]
WantedBy=multi-user.target
)";

json::Value resource(const PlannedFile& planned) {
  json::Value source = json::Object{{"source", "data:;base64," + base64_encode(planned.bytes)}};
  if (planned.gzipped) {
    source["compression"] = "gzip";
  }
  return source;
}

void set_rights(json::Value& file, const PlannedFile& planned) {
  file["mode"] = planned.mode;
  const std::vector<std::string_view> owner = split(planned.owner, ':');
  if (!planned.owner.empty()) {
    file["user"]["name"] = owner.front();
  }
  if (owner.size() > 1) {
    file["group"]["name"] = owner[1];
  }
}

json::Value file(const PlannedFile& planned) {
  json::Value file = json::Object{{"path", planned.path}};
  set_rights(file, planned);
  if (planned.append) {
    file["append"].array().push_back(resource(planned));
  } else {
    file["overwrite"] = true;
    file["contents"] = resource(planned);
  }
  return file;
}

json::Value user(const json::Value& asked) {
  json::Value user = json::Object{{"name", asked.at("name")}};
  const auto take = [&](const char* ours, const char* theirs) {
    if (!asked.at(ours).is_null()) {
      user[theirs] = asked.at(ours);
    }
  };
  take("gecos", "gecos");
  take("homeDir", "homeDir");
  take("shell", "shell");
  take("primaryGroup", "primaryGroup");
  take("sshAuthorizedKeys", "sshAuthorizedKeys");
  if (!asked.at("lockPassword").as_bool()) {
    take("passwd", "passwordHash");
  }
  for (const std::string_view group : split(asked.at("groups").as_string(), ',')) {
    if (!trim(group).empty()) {
      user["groups"].array().push_back(trim(group));
    }
  }
  return user;
}

// Every path stands there once, with the owner and mode of what is last appended, as cloud-init has
// it.
void add(json::Array& files, const PlannedFile& planned) {
  for (json::Value& other : files) {
    if (planned.append && other.at("path").as_string() == planned.path) {
      other["append"].array().push_back(resource(planned));
      set_rights(other, planned);
      return;
    }
  }
  files.push_back(file(planned));
}

PlannedFile text_file(std::string path, unsigned mode, std::string text) {
  return {.path = std::move(path), .mode = mode, .bytes = std::move(text), .is_text = true};
}

// What Ignition has no word for, as files.
std::vector<PlannedFile> more_files(const Plan& plan) {
  std::vector<PlannedFile> files;
  if (!plan.hostname.empty()) {
    files.push_back(text_file("/etc/hostname", 0644, plan.hostname + "\n"));
  }
  for (const json::Value& asked : plan.users) {
    const std::string& name = asked.at("name").as_string();
    if (const std::string& rule = asked.at("sudo").as_string(); !rule.empty()) {
      files.push_back(text_file("/etc/sudoers.d/sluice-" + name, 0440, name + " " + rule + "\n"));
    }
  }
  std::string commands = "#!/bin/sh\n";
  for (const std::string& command : plan.commands) {
    commands += "sh -c " + shell_quote(command) + "\n";
  }
  commands += "exit 0\n";  // as with cloud-init, one that fails is not a reason to run all again
  files.push_back(text_file(kCommands, 0700, std::move(commands)));
  return files;
}

}  // namespace

std::vector<std::string> paths_of_ignition(const Plan& plan) {
  std::vector<std::string> paths;
  for (PlannedFile& file : more_files(plan)) {
    paths.push_back(std::move(file.path));
  }
  return paths;
}

std::string ignition(const Plan& plan) {
  json::Value config = json::Object{{"ignition", json::Object{{"version", "3.3.0"}}}};
  for (const json::Value& asked : plan.users) {
    config["passwd"]["users"].array().push_back(user(asked));
  }
  json::Array& files = config["storage"]["files"].array();
  for (const PlannedFile& planned : plan.files) {
    add(files, planned);
  }
  for (const PlannedFile& planned : more_files(plan)) {
    add(files, planned);
  }
  config["systemd"]["units"].array().push_back(
      json::Object{{"name", "sluice-first-start.service"}, {"enabled", true}, {"contents", kUnit}});
  return json::write(config) + "\n";
}

}  // namespace sluice::machines
