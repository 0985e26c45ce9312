// SPDX-License-Identifier: Apache-2.0
#include "services/run_directory.h"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <array>

#include "base/files.h"
#include "base/text.h"
#include "json/text.h"
#include "json/value.h"
#include "services/graph.h"

namespace sluice::services {
namespace {

constexpr std::array<std::string_view, 5> kStates{"absent", "deploying", "ready", "removing",
                                                  "failed"};
constexpr std::string_view kEnding = ".json";

std::string text_of(const Record& record) {
  json::Value document = json::Object{{"service", record.service},
                                      {"state", to_string(record.state)},
                                      {"epoch", record.epoch},
                                      {"holder", json::Object{{"pid", record.holder.pid},
                                                              {"start", record.holder.start},
                                                              {"main", record.main}}},
                                      {"boot", record.boot},
                                      {"why", record.why}};
  for (const auto& [name, epoch] : record.passed) {
    document["passed"][name] = epoch;
  }
  return json::write(document) + "\n";
}

Result<Record> parse(const std::string& text, const std::string& service) {
  TRY_ASSIGN(const json::Value document, json::parse(text));
  Record record{.service = service};
  TRY_ASSIGN(record.state, parse_state(document.at("state").as_string()));
  record.epoch = document.at("epoch").as_int();
  record.holder = {static_cast<pid_t>(document.at("holder", "pid").as_int()),
                   document.at("holder", "start").as_int()};
  record.main = document.at("holder", "main").as_bool();
  record.boot = document.at("boot").as_string();
  record.why = document.at("why").as_string();
  for (const json::Member& member : document.at("passed").as_object()) {
    record.passed.emplace_back(member.key, member.value.as_int());
  }
  return record;
}

}  // namespace

std::string_view to_string(State state) {
  return kStates.at(static_cast<std::size_t>(state));
}

Result<State> parse_state(std::string_view text) {
  const auto found = std::find(kStates.begin(), kStates.end(), text);
  if (found == kStates.end()) {
    return fail(Code::kInvalid, "\"" + std::string(text) +
                                    "\": expected absent, deploying, ready, removing or failed");
  }
  return static_cast<State>(found - kStates.begin());
}

RunDirectory::RunDirectory(std::filesystem::path path, std::string boot)
    : path_(std::move(path)),
      boot_(boot.empty()
                ? std::string(trim(read_file("/proc/sys/kernel/random/boot_id").value_or("")))
                : std::move(boot)) {}

Result<Record> RunDirectory::read(const std::string& service) const {
  if (!is_service_name(service)) {
    return fail(Code::kInvalid, "\"" + service +
                                    "\" is no name of a service: expected lower case letters, "
                                    "digits and dashes, at most 50");
  }
  const std::filesystem::path file = path_ / (service + std::string(kEnding));
  const auto text = read_file(file);
  if (!text) {
    return text.error().code == Code::kNotFound ? Result<Record>(Record{.service = service})
                                                : tl::unexpected(text.error());
  }
  auto record = parse(*text, service);
  return record ? record : tl::unexpected(with_context(std::move(record).error(), file.string()));
}

Result<Record> RunDirectory::look(const std::string& service) const {
  std::vector<std::string> asking;
  return look(service, asking);
}

Result<Record> RunDirectory::look(const std::string& service,
                                  std::vector<std::string>& asking) const {
  TRY_ASSIGN(Record record, read(service));
  if (record.boot != boot_) {
    return Record{.service = service, .epoch = record.epoch};
  }
  const bool bound =
      record.holder.pid != 0 && record.state != State::kAbsent && record.state != State::kFailed;
  if (bound && !is_running(record.holder)) {
    record.state = State::kFailed;
    record.why = "process " + std::to_string(record.holder.pid) + " is gone";
    return record;
  }
  if (record.state != State::kReady) {
    return record;
  }
  asking.push_back(service);
  for (const auto& [other, epoch] : record.passed) {
    if (std::find(asking.begin(), asking.end(), other) != asking.end()) {
      record.state = State::kDeploying;
      record.why = "waits for " + other + ", which waits for it";
      break;
    }
    TRY_ASSIGN(const Record now, look(other, asking));
    if (now.state != State::kReady || now.epoch != epoch) {
      record.state = State::kDeploying;
      record.why = now.state == State::kReady
                       ? other + " was started again"
                       : "waits for " + other + " (" + std::string(to_string(now.state)) + ")";
      break;
    }
  }
  asking.pop_back();
  return record;
}

Result<std::vector<Record>> RunDirectory::look_at_all() const {
  std::vector<Record> all;
  auto names = list_directory(path_);
  if (!names) {
    return names.error().code == Code::kNotFound ? Result<std::vector<Record>>(std::move(all))
                                                 : tl::unexpected(names.error());
  }
  std::sort(names->begin(), names->end());
  for (const std::string& name : *names) {
    const std::string service =
        name.ends_with(kEnding) ? name.substr(0, name.size() - kEnding.size()) : "";
    if (is_service_name(service)) {
      TRY_ASSIGN(Record record, look(service));
      all.push_back(std::move(record));
    }
  }
  return all;
}

Result<Record> RunDirectory::become(Record next) const {
  TRY(make_directory(path_, 0755));
  const UniqueFd lock(::open((path_ / ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock.valid() || ::flock(lock.get(), LOCK_EX) != 0) {
    return tl::unexpected(errno_error("locking " + path_.string()));
  }
  TRY_ASSIGN(const Record before, read(next.service));
  next.boot = boot_;
  next.epoch = before.epoch;
  if (next == before) {
    return next;
  }
  const bool same_life = before.state == State::kReady && before.boot == next.boot &&
                         before.holder == next.holder && before.passed == next.passed;
  if (next.state == State::kReady && !same_life) {
    ++next.epoch;
  }
  TRY(write_file_replacing(path_ / (next.service + std::string(kEnding)), text_of(next), 0644));
  return next;
}

Result<std::string> missing(const RunDirectory& directory, const std::vector<std::string>& services,
                            const std::vector<std::string>& files, Epochs& passed) {
  passed.clear();
  for (const std::string& service : services) {
    TRY_ASSIGN(const Record record, directory.look(service));
    if (record.state != State::kReady) {
      return "waits for " + service + " (" + std::string(to_string(record.state)) + ")";
    }
    passed.emplace_back(service, record.epoch);
  }
  for (const std::string& file : files) {
    std::error_code unseen;
    if (!std::filesystem::exists(file, unseen)) {
      return "waits for the file " + file;
    }
  }
  return std::string();
}

}  // namespace sluice::services
