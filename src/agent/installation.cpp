// SPDX-License-Identifier: Apache-2.0
#include "agent/installation.h"

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "base/files.h"
#include "base/fnv.h"
#include "base/log.h"
#include "json/strings.h"
#include "json/text.h"
#include "json/value.h"
#include "services/holder.h"
#include "services/render.h"

namespace sluice::agent {
namespace {

constexpr Duration kTimeout = std::chrono::seconds(60);
constexpr std::size_t kDigits = 16;

std::string digest_of(const services::SecretFile& file) {
  return fnv1a_digits(file.path + "\n" + file.secret + "\n" + file.key + "\n" + file.owner + "\n" +
                          std::to_string(file.mode) + "\n" + file.revision,
                      kDigits);
}

Result<void> give_to(const std::filesystem::path& path, const std::string& owner) {
  if (owner.empty() || ::geteuid() != 0) {
    return {};
  }
  std::vector<char> buffer(16384);
  passwd entry{};
  passwd* found = nullptr;
  ::getpwnam_r(owner.c_str(), &entry, buffer.data(), buffer.size(), &found);
  if (found == nullptr) {
    return fail(Code::kNotFound, path.string() + ": there is no user \"" + owner + "\"");
  }
  if (::chown(path.c_str(), found->pw_uid, found->pw_gid) != 0) {
    return tl::unexpected(errno_error("giving " + path.string() + " to " + owner));
  }
  return {};
}

bool has(const services::NodeServices& graph, const std::string& name) {
  return std::any_of(graph.services.begin(), graph.services.end(),
                     [&](const services::Service& service) { return service.name == name; });
}

}  // namespace

Result<std::map<std::string, std::string>> Installation::marks(
    const services::NodeServices& graph) const {
  std::map<std::string, std::string> all;
  for (const services::Service& service : graph.services) {
    std::string text = json::write(json::from_strings(service.readiness));
    for (const services::SecretFile& file : service.secret_files) {
      text += digest_of(file);
    }
    all[service.name] = text;
  }
  TRY_ASSIGN(
      const auto files,
      services::render_systemd(
          graph, {.program = parts_.program, .run_directory = parts_.run_directory, .held = true}));
  for (const services::Rendered& file : files) {
    all[file.service] += file.path + "\n" + std::to_string(file.mode) + "\n" + file.text;
  }
  for (auto& [name, text] : all) {
    text = fnv1a_digits(text, kDigits);
  }
  return all;
}

Result<void> Installation::install(const services::NodeServices& graph,
                                   const services::NodeServices& before) {
  TRY_ASSIGN(
      const auto files,
      services::render_systemd(
          graph, {.program = parts_.program, .run_directory = parts_.run_directory, .held = true}));
  bool changed = false;
  for (const services::Rendered& file : files) {
    TRY_ASSIGN(const bool written, write(parts_.root / file.path, file.text, file.mode));
    changed = changed || written;
  }
  for (const services::Service& service : before.services) {
    if (!has(graph, service.name)) {
      TRY(remove_tree(parts_.root / services::unit_path(service.name)));
      changed = true;
    }
  }
  for (const services::Service& service : graph.services) {
    for (const services::SecretFile& file : service.secret_files) {
      TRY(write_secret(file));
    }
  }
  if (!changed) {
    return {};
  }
  const std::string why = services::words_of(
      parts_.runner.run({.argv = {"systemctl", "daemon-reload"}, .timeout = kTimeout}));
  return why.empty() ? Result<void>() : fail(Code::kUnavailable, "systemctl daemon-reload: " + why);
}

Result<bool> Installation::write(const std::filesystem::path& path, const std::string& text,
                                 unsigned mode) {
  struct stat now {};
  const auto present = read_file(path);
  if (present && *present == text && ::stat(path.c_str(), &now) == 0 &&
      (now.st_mode & 07777) == mode) {
    return false;
  }
  TRY(make_directory(path.parent_path(), 0755));
  TRY(write_file_atomic(path, text, mode));
  return true;
}

// What was fetched is remembered by a digest of what was asked for, never of what it was.
Result<void> Installation::write_secret(const services::SecretFile& file) {
  json::Value fetched = json::Object{};
  if (const auto text = read_file(parts_.file)) {
    TRY_ASSIGN(fetched, json::parse(*text));
  }
  const std::filesystem::path path = parts_.root / file.path.substr(1);
  std::error_code unseen;
  if (std::filesystem::exists(path, unseen) &&
      fetched.at(file.path).as_string() == digest_of(file)) {
    return {};
  }
  auto content = parts_.read_secret(file.secret, file.key);
  if (!content) {
    return tl::unexpected(with_context(std::move(content).error(), "Secret " + file.secret));
  }
  if (!std::filesystem::exists(path.parent_path(), unseen)) {
    TRY(make_directory(path.parent_path(), 0700));
    TRY(give_to(path.parent_path(), file.owner));
  }
  TRY(write_file_atomic(path, *content, file.mode));
  TRY(give_to(path, file.owner));
  log::info("a secret was fetched", {{"file", path.string()}, {"secret", file.secret}});
  fetched[file.path] = digest_of(file);
  return write_file_atomic(parts_.file, json::write(fetched) + "\n");
}

}  // namespace sluice::agent
