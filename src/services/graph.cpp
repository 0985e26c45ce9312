// SPDX-License-Identifier: Apache-2.0
#include "services/graph.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "json/yaml.h"
#include "services/clear_passwords.h"
#include "services/fields.h"
#include "services/pools.h"
#include "services/registration.h"

namespace sluice::services {
namespace {

Result<std::string> absolute(std::string path, const std::string& field) {
  const bool good = path.size() > 1 && path.front() == '/' && path.find("/../") == path.npos &&
                    path.find_first_of("\n\"'\\$%") == path.npos;
  return good ? Result<std::string>(std::move(path))
              : fail(Code::kInvalid, field + ": expected an absolute path of plain characters");
}

Result<std::vector<std::string>> paths(const json::Value& part, const char* field,
                                       const std::string& path) {
  TRY_ASSIGN(std::vector<std::string> all, texts_field(part, field, path));
  for (std::size_t i = 0; i < all.size(); ++i) {
    TRY(absolute(all[i], path + "." + field + "[" + std::to_string(i) + "]"));
  }
  return all;
}

Result<unsigned> mode_of(const std::string& text, const std::string& field) {
  if (text.empty()) {
    return 0644U;
  }
  const bool octal = text.size() <= 5 && std::all_of(text.begin(), text.end(),
                                                     [](char c) { return c >= '0' && c <= '7'; });
  const unsigned long mode = octal ? std::stoul(text, nullptr, 8) : 010000;
  if (mode > 07777) {
    return fail(Code::kInvalid, field + ": expected octal digits as a text, like \"0644\"");
  }
  return static_cast<unsigned>(mode);
}

Result<std::vector<File>> read_files(const json::Value& list, const std::string& path) {
  std::vector<File> files;
  for (const json::Value& item : list.as_array()) {
    const std::string here = path + "[" + std::to_string(files.size()) + "]";
    TRY(only_fields(item, here, {"path", "content", "mode"}));
    TRY_ASSIGN(std::string file_path, text_field(item, "path", here));
    TRY_ASSIGN(file_path, absolute(std::move(file_path), here + ".path"));
    TRY_ASSIGN(std::string text, text_field(item, "content", here));
    TRY_ASSIGN(const std::string mode_text, text_field(item, "mode", here));
    TRY_ASSIGN(const unsigned mode, mode_of(mode_text, here + ".mode"));
    files.push_back({std::move(file_path), std::move(text), mode});
  }
  return files;
}

Result<std::vector<SecretFile>> read_secret_files(const json::Value& list,
                                                  const std::string& path) {
  std::vector<SecretFile> files;
  for (const json::Value& item : list.as_array()) {
    const std::string here = path + "[" + std::to_string(files.size()) + "]";
    TRY(only_fields(item, here, {"path", "secret", "key", "mode", "owner", "revision"}));
    SecretFile file;
    TRY_ASSIGN(file.path, text_field(item, "path", here));
    TRY_ASSIGN(file.path, absolute(std::move(file.path), here + ".path"));
    TRY_ASSIGN(file.secret, text_field(item, "secret", here));
    TRY_ASSIGN(file.key, text_field(item, "key", here));
    if (file.secret.empty() || file.key.empty()) {
      return fail(Code::kInvalid, here + ": expected the name of a Secret and a key in it");
    }
    TRY_ASSIGN(const std::string mode_text, text_field(item, "mode", here));
    TRY_ASSIGN(file.mode, mode_of(mode_text.empty() ? "0400" : mode_text, here + ".mode"));
    if ((file.mode & 0077) != 0) {
      return fail(Code::kInvalid, here + ".mode: expected one that lets nobody else read it");
    }
    TRY_ASSIGN(file.owner, text_field(item, "owner", here));
    TRY_ASSIGN(file.revision, text_field(item, "revision", here));
    files.push_back(std::move(file));
  }
  return files;
}

Result<std::vector<Port>> read_ports(const json::Value& list, const std::string& path) {
  std::vector<Port> ports;
  for (const json::Value& item : list.as_array()) {
    const std::string here = path + "[" + std::to_string(ports.size()) + "]";
    TRY(only_fields(item, here, {"name", "port"}));
    TRY_ASSIGN(std::string name, text_field(item, "name", here));
    TRY_ASSIGN(const std::int64_t number, number_field(item, "port", here, {1, 65535, 0}));
    if (!is_service_name(name) || number == 0) {
      return fail(Code::kInvalid, here + ": expected a name and a port");
    }
    ports.push_back({std::move(name), number});
  }
  return ports;
}

bool is_address(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const auto port = colon == text.npos ? std::nullopt : parse_int(text.substr(colon + 1));
  return colon != 0 && port && *port > 0 && *port <= 65535;
}

Result<std::vector<std::string>> addresses(const json::Value& item, const char* field,
                                           const std::string& path) {
  TRY_ASSIGN(std::vector<std::string> all, texts_field(item, field, path));
  for (const std::string& one : all) {
    if (!is_address(one)) {
      return fail(Code::kInvalid, path + "." + field + ": \"" + one +
                                      "\": expected host:port, [::1]:port for IPv6");
    }
  }
  return all;
}

Result<Placement> read_placement(const json::Value& part, const std::string& path,
                                 Placement placement) {
  if (part.is_null()) {
    return placement;
  }
  TRY(only_fields(part, path, {"on", "pool", "datacenters", "constraints", "priority"}));
  TRY_ASSIGN(const std::size_t on,
             choice_field(part, "on", path, {"every-node", "one-node"}, !placement.everywhere));
  placement.everywhere = on == 0;
  if (part.find("pool") != nullptr) {
    TRY_ASSIGN(placement.pool, text_field(part, "pool", path));
  }
  if (part.find("datacenters") != nullptr) {
    TRY_ASSIGN(placement.datacenters, texts_field(part, "datacenters", path));
  }
  TRY_ASSIGN(placement.priority,
             number_field(part, "priority", path, {1, 100, placement.priority}));
  std::size_t index = 0;
  for (const json::Value& item : part.at("constraints").as_array()) {
    const std::string here = path + ".constraints[" + std::to_string(index++) + "]";
    TRY(only_fields(item, here, {"attribute", "operator", "value"}));
    Constraint one;
    TRY_ASSIGN(one.attribute, text_field(item, "attribute", here));
    TRY_ASSIGN(one.op, text_field(item, "operator", here));
    TRY_ASSIGN(one.value, text_field(item, "value", here));
    one.op = one.op.empty() ? "=" : one.op;
    placement.constraints.push_back(std::move(one));
  }
  return placement;
}

Result<void> read_program(const json::Value& item, const std::string& path, Service& service) {
  TRY_ASSIGN(service.unit, text_field(item, "unit", path));
  TRY_ASSIGN(service.command, texts_field(item, "command", path));
  if (service.unit.empty() == service.command.empty()) {
    return fail(Code::kInvalid, path + ": expected a unit or a command, and not both");
  }
  if (!service.command.empty()) {
    TRY(absolute(service.command.front(), path + ".command[0]"));
  }
  TRY_ASSIGN(service.user, text_field(item, "user", path));
  TRY_ASSIGN(service.image, text_field(item, "image", path));
  for (const json::Member& variable : item.at("environment").as_object()) {
    if (!variable.value.is_string()) {
      return fail(Code::kInvalid, path + ".environment." + variable.key + ": expected a text");
    }
    service.environment.emplace_back(variable.key, variable.value.as_string());
  }
  return {};
}

Result<void> read_readiness(const json::Value& part, const std::string& path, Service& service) {
  if (part.is_null()) {
    return {};
  }
  TRY(only_fields(part, path, {"command", "whenDone", "restartAfterSeconds"}));
  TRY_ASSIGN(service.readiness, texts_field(part, "command", path));
  TRY_ASSIGN(service.restart_unwell,
             number_field(part, "restartAfterSeconds", path, {10, 3600, 0}));
  if (service.restart_unwell > 0 && (service.readiness.empty() || !service.unit.empty())) {
    return fail(Code::kInvalid, path +
                                    ".restartAfterSeconds: expected a service with a command, "
                                    "and a command that says whether it is well");
  }
  const json::Value& done = part.at("whenDone");
  if (!done.is_null() && !done.is_bool()) {
    return fail(Code::kInvalid, path + ".whenDone: expected true or false");
  }
  service.ready_when_done = done.as_bool();
  if (service.ready_when_done && !service.readiness.empty()) {
    return fail(Code::kInvalid, path + ": expected a command or whenDone, and not both");
  }
  return {};
}

Result<void> read_life(const json::Value& item, const std::string& path, Service& service) {
  const json::Value& restart = item.at("restart");
  if (!restart.is_null()) {
    TRY(only_fields(restart, path + ".restart", {"policy", "delaySeconds"}));
  }
  TRY(read_readiness(item.at("readiness"), path + ".readiness", service));
  const Restart usual = service.ready_when_done ? Restart::kOnFailure : Restart::kAlways;
  TRY_ASSIGN(const std::size_t policy,
             choice_field(restart, "policy", path + ".restart", {"always", "on-failure", "never"},
                          static_cast<std::size_t>(usual)));
  service.restart = static_cast<Restart>(policy);
  if (service.ready_when_done && !may_end(service)) {
    return fail(Code::kInvalid, path +
                                    ".restart.policy: expected on-failure or never for what is "
                                    "ready when it is done");
  }
  if (service.ready_when_done && !service.unit.empty()) {
    return fail(Code::kInvalid, path + ".readiness.whenDone: expected a command, not a unit");
  }
  TRY_ASSIGN(service.restart_delay,
             number_field(restart, "delaySeconds", path + ".restart", {1, 3600, 5}));
  // What is never started again has nothing else to be ready by.
  const bool once = service.restart == Restart::kNever && service.unit.empty();
  service.ready_when_done |= once && service.readiness.empty();
  TRY_ASSIGN(const std::size_t mode, choice_field(item, "killMode", path, {"process", "all"}, 1));
  service.kill_mode = static_cast<KillMode>(mode);
  return {};
}

Result<Service> read_service(const json::Value& item, const std::string& path,
                             const Placement& usual) {
  TRY(only_fields(item, path,
                  {"name",        "unit",        "command",     "user",        "image",
                   "environment", "files",       "secretFiles", "needsReady",  "needsFiles",
                   "needsOpen",   "unlessFiles", "provides",    "restart",     "readiness",
                   "killMode",    "ports",       "placement",   "registersAs", "inTurn"}));
  Service service;
  TRY_ASSIGN(service.name, text_field(item, "name", path));
  if (!is_service_name(service.name)) {
    return fail(Code::kInvalid,
                path + ".name: expected lower case letters, digits and dashes, at most 50");
  }
  TRY(read_program(item, path, service));
  TRY(read_life(item, path, service));
  TRY_ASSIGN(service.files, read_files(item.at("files"), path + ".files"));
  TRY_ASSIGN(service.needs_ready, texts_field(item, "needsReady", path));
  TRY_ASSIGN(service.needs_files, paths(item, "needsFiles", path));
  TRY_ASSIGN(service.secret_files,
             read_secret_files(item.at("secretFiles"), path + ".secretFiles"));
  for (const SecretFile& file : service.secret_files) {
    service.needs_files.push_back(file.path);
  }
  TRY_ASSIGN(service.needs_open, addresses(item, "needsOpen", path));
  TRY_ASSIGN(service.unless_files, paths(item, "unlessFiles", path));
  TRY_ASSIGN(service.provides, paths(item, "provides", path));
  TRY_ASSIGN(service.ports, read_ports(item.at("ports"), path + ".ports"));
  TRY_ASSIGN(service.placement, read_placement(item.at("placement"), path + ".placement", usual));
  TRY_ASSIGN(service.in_turn, text_field(item, "inTurn", path));
  TRY_ASSIGN(std::string registers_as, text_field(item, "registersAs", path));
  if (!registers_as.empty()) {
    register_as(service, std::move(registers_as));
  }
  return service;
}

Result<void> check_beside(const Service& service, const Service& other, const std::string& path) {
  if (other.name == service.name) {
    return fail(Code::kInvalid, path + ".name: \"" + service.name + "\" is there twice");
  }
  for (const Port& port : service.ports) {
    const bool taken = std::any_of(other.ports.begin(), other.ports.end(),
                                   [&](const Port& p) { return p.number == port.number; });
    if (taken) {
      return fail(Code::kInvalid, path + ".ports: " + std::to_string(port.number) +
                                      " is the port of " + other.name);
    }
  }
  return {};
}

}  // namespace

bool is_service_name(std::string_view name) {
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  return !name.empty() && name.size() <= 50 && plain(name.front()) && plain(name.back()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return plain(c) || c == '-'; });
}

Result<std::vector<Service>> read_services(const json::Value& list, const std::string& path,
                                           const Placement& usual) {
  if (!list.is_null() && !list.is_array()) {
    return fail(Code::kInvalid, path + ": expected a list");
  }
  std::vector<Service> services;
  for (const json::Value& item : list.as_array()) {
    const std::string here = path + "[" + std::to_string(services.size()) + "]";
    TRY_ASSIGN(Service service, read_service(item, here, usual));
    for (const Service& other : services) {
      if (meet(service, other)) {
        TRY(check_beside(service, other, here));
      }
    }
    services.push_back(std::move(service));
  }
  return in_order_of_pools(std::move(services), path);
}

Result<NodeServices> read_node_services(std::string_view yaml) {
  TRY_ASSIGN(const auto documents, json::parse_yaml(yaml));
  if (documents.size() != 1 || documents.front().at("kind").as_string() != "NodeServices") {
    return fail(Code::kInvalid, "kind: expected one document of the kind NodeServices");
  }
  return read_services_object(documents.front());
}

Result<NodeServices> read_services_object(const json::Value& document) {
  TRY(only_fields(document, "NodeServices", {"apiVersion", "kind", "metadata", "spec", "status"}));
  TRY(only_fields(document.at("spec"), "spec", {"placement", "services"}));
  NodeServices all;
  TRY_ASSIGN(all.name, text_field(document.at("metadata"), "name", "metadata"));
  all.space = document.at("metadata", "namespace").as_string();
  if (!is_service_name(all.name)) {
    return fail(Code::kInvalid,
                "metadata.name: expected lower case letters, digits and dashes, at most 50");
  }
  TRY_ASSIGN(const Placement usual,
             read_placement(document.at("spec", "placement"), "spec.placement", {}));
  TRY(refuse_passwords_in(document.at("spec", "services"), "spec.services"));
  TRY_ASSIGN(all.services, read_services(document.at("spec", "services"), "spec.services", usual));
  if (all.services.empty()) {
    return fail(Code::kInvalid, "spec.services: Required value");
  }
  return all;
}

}  // namespace sluice::services
