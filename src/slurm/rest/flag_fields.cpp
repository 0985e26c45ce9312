// SPDX-License-Identifier: Apache-2.0
#include "slurm/rest/flag_fields.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "slurm/cli_parse.h"
#include "slurm/flags.h"

namespace sluice::slurm::rest {
namespace {

enum class Kind {
  kText,
  kNumber,
  kMinutes,    // "1-02:00:00", "90"
  kMebibytes,  // "4G", "500"
  kTrue,       // has no value
  kNames,      // a list, by commas
  kResources,  // "gpu:2,fpga": each as gres/…
  kGpus,       // "2", "a100:2"
  kExclusive,  // none, "user", "mcs"
};

struct Flag {
  std::string_view name;
  char letter;  // 0: none
  std::string_view old_field;
  std::string_view field;  // of modern requests
  Kind kind;
};

// What no version has a field for is not here: sbatch alone knows what it does with it.
constexpr std::array kFlags{
    Flag{"account", 'A', "account", "account", Kind::kText},
    Flag{"begin", 'b', "begin_time", "begin_time", Kind::kText},
    Flag{"constraint", 'C', "constraints", "constraints", Kind::kText},
    Flag{"cpus-per-task", 'c', "cpus_per_task", "cpus_per_task", Kind::kNumber},
    Flag{"deadline", 0, "deadline", "deadline", Kind::kText},
    Flag{"dependency", 'd', "dependency", "dependency", Kind::kText},
    Flag{"exclude", 'x', "exclude_nodes", "excluded_nodes", Kind::kNames},
    Flag{"exclusive", 0, "exclusive", "shared", Kind::kExclusive},
    Flag{"gpus", 'G', "gpus", "tres_per_job", Kind::kGpus},
    Flag{"gpus-per-node", 0, "gpus_per_node", "tres_per_node", Kind::kGpus},
    Flag{"gpus-per-task", 0, "gpus_per_task", "tres_per_task", Kind::kGpus},
    Flag{"gres", 0, "gres", "tres_per_node", Kind::kResources},
    Flag{"hold", 'H', "hold", "hold", Kind::kTrue},
    Flag{"job-name", 'J', "name", "name", Kind::kText},
    Flag{"licenses", 'L', "licenses", "licenses", Kind::kText},
    Flag{"mem", 0, "memory_per_node", "memory_per_node", Kind::kMebibytes},
    Flag{"mem-per-cpu", 0, "memory_per_cpu", "memory_per_cpu", Kind::kMebibytes},
    Flag{"mincpus", 0, "minimum_cpus_per_node", "minimum_cpus_per_node", Kind::kNumber},
    Flag{"nice", 0, "nice", "nice", Kind::kNumber},
    Flag{"nodelist", 'w', "nodelist", "required_nodes", Kind::kNames},
    Flag{"nodes", 'N', "nodes", "nodes", Kind::kText},
    Flag{"ntasks", 'n', "tasks", "tasks", Kind::kNumber},
    Flag{"ntasks-per-core", 0, "tasks_per_core", "tasks_per_core", Kind::kNumber},
    Flag{"ntasks-per-node", 0, "tasks_per_node", "tasks_per_node", Kind::kNumber},
    Flag{"ntasks-per-socket", 0, "tasks_per_socket", "tasks_per_socket", Kind::kNumber},
    Flag{"partition", 'p', "partition", "partition", Kind::kText},
    Flag{"prefer", 0, "prefer", "prefer", Kind::kText},
    Flag{"priority", 0, "priority", "priority", Kind::kNumber},
    Flag{"qos", 'q', "qos", "qos", Kind::kText},
    Flag{"reservation", 0, "reservation", "reservation", Kind::kText},
    Flag{"sockets-per-node", 0, "sockets_per_node", "sockets_per_node", Kind::kNumber},
    Flag{"threads-per-core", 0, "threads_per_core", "threads_per_core", Kind::kNumber},
    Flag{"time", 't', "time_limit", "time_limit", Kind::kMinutes},
    Flag{"time-min", 0, "time_minimum", "time_minimum", Kind::kMinutes},
    Flag{"tmp", 0, "temporary_disk_per_node", "temporary_disk_per_node", Kind::kMebibytes},
    Flag{"wckey", 0, "wckey", "wckey", Kind::kText},
};

const Flag* find_flag(std::string_view name) {
  const auto* found = std::find_if(kFlags.begin(), kFlags.end(),
                                   [&](const Flag& flag) { return flag.name == name; });
  return found == kFlags.end() ? nullptr : found;
}

const Flag* find_flag(char letter) {
  const auto* found = std::find_if(kFlags.begin(), kFlags.end(),
                                   [&](const Flag& flag) { return flag.letter == letter; });
  return found == kFlags.end() ? nullptr : found;
}

// A flag as given, its value still in its own words.
struct Given {
  const Flag* flag = nullptr;
  std::string value;
};

tl::unexpected<Error> unknown(const ApiVersion& version, std::string_view word) {
  return fail(Code::kInvalid, "Slurm flag \"" + std::string(word) + "\": slurmrestd's API " +
                                  version.name() +
                                  " has no field for it; only sbatch knows it (--slurm cli)");
}

bool takes_value(const Flag& flag) {
  return flag.kind != Kind::kTrue && flag.kind != Kind::kExclusive;
}

// flag_words() has seen to it that a value follows where one is missing.
Result<std::vector<Given>> read_flags(const ApiVersion& version,
                                      const std::vector<std::string>& words) {
  std::vector<Given> all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const auto value_behind = [&](std::string_view attached, bool has_value) -> std::string {
      return has_value || i + 1 >= words.size() ? std::string(attached) : words[++i];
    };
    if (word.starts_with("--")) {
      const std::size_t equals = std::min(word.find('='), word.size());
      const Flag* flag = find_flag(word.substr(2, equals - 2));
      if (flag == nullptr) {
        return unknown(version, word);
      }
      const bool attached = equals < word.size();
      all.push_back({flag, value_behind(attached ? word.substr(equals + 1) : "",
                                        attached || !takes_value(*flag))});
      continue;
    }
    for (std::size_t at = 1; at < word.size(); ++at) {
      const Flag* flag = find_flag(word[at]);
      if (flag == nullptr) {
        return unknown(version, word);
      }
      if (!takes_value(*flag)) {
        all.push_back({flag, ""});
        continue;
      }
      const std::string_view attached = word.substr(at + 1);
      all.push_back({flag, value_behind(attached, !attached.empty())});
      break;
    }
  }
  return all;
}

std::optional<std::int64_t> mebibytes(std::string_view text) {
  std::int64_t unit = 1024;  // kibibytes
  constexpr std::string_view kUnits = "KMGT";
  const std::size_t at = text.empty() ? std::string_view::npos : kUnits.find(text.back());
  if (at != std::string_view::npos) {
    text.remove_suffix(1);
  } else {
    unit = 1;
  }
  const auto number = parse_int(text);
  if (!number || *number < 0 || *number > 1'000'000'000) {
    return std::nullopt;
  }
  if (unit == 1) {
    return number;
  }
  std::int64_t kibibytes = *number;
  for (std::size_t step = 0; step < at; ++step) {
    kibibytes *= 1024;
  }
  return (kibibytes + 1023) / 1024;
}

std::optional<std::int64_t> minutes(std::string_view text) {
  if (const auto plain = parse_int(text)) {
    return *plain > 0 ? plain : std::nullopt;
  }
  // "minutes:seconds", "hours:minutes:seconds", "days-hours[:minutes[:seconds]]"
  const std::size_t dash = text.find('-');
  std::string full(text);
  if (dash != std::string_view::npos) {
    for (auto colons = std::count(text.begin(), text.end(), ':'); colons < 2; ++colons) {
      full += ":00";
    }
  }
  const std::int64_t seconds = parse_slurm_duration(full);
  return seconds > 0 ? std::optional((seconds + 59) / 60) : std::nullopt;
}

std::string as_generic_resources(std::string_view text) {
  std::vector<std::string> parts;
  for (const std::string_view part : split(text, ',')) {
    parts.push_back((part.starts_with("gres/") ? "" : "gres/") + std::string(part));
  }
  return join(parts, ",");
}

json::Value names(std::string_view text) {
  json::Array list;
  for (const std::string_view name : split(text, ',')) {
    list.emplace_back(name);
  }
  return list;
}

// What the field becomes; null: the value is none.
json::Value field_value(const ApiVersion& version, const Given& given, const json::Value& before) {
  const auto number_or_null = [](const std::optional<std::int64_t>& number) {
    return number ? json::Value(*number) : json::Value();
  };
  const bool modern = version.modern_requests;
  const std::string& text = given.value;
  switch (given.flag->kind) {
    case Kind::kText:
      return text.empty() ? json::Value() : json::Value(text);
    case Kind::kNumber:
      return number_or_null(parse_int(text));
    case Kind::kMinutes:
      return number_or_null(minutes(text));
    case Kind::kMebibytes:
      return number_or_null(mebibytes(text));
    case Kind::kTrue:
      return true;
    case Kind::kNames:
      return modern ? names(text) : json::Value(text);
    case Kind::kResources:
    case Kind::kGpus: {
      if (text.empty()) {
        return {};
      }
      if (!modern) {
        return text;
      }
      // Several flags end up in one field.
      const std::string added =
          given.flag->kind == Kind::kGpus ? "gres/gpu:" + text : as_generic_resources(text);
      return before.is_string() ? before.as_string() + "," + added : added;
    }
    case Kind::kExclusive:
      if (!text.empty() && text != "user" && text != "mcs") {
        return {};
      }
      return modern ? json::Value(json::Array{text.empty() ? "none" : text})
                    : json::Value(text.empty() ? "exclusive" : text);
  }
  return {};
}

}  // namespace

Result<void> apply_flags(const ApiVersion& version, const std::vector<std::string>& flags,
                         json::Value& job) {
  TRY_ASSIGN(const auto words, flag_words(flags));
  TRY_ASSIGN(const auto all, read_flags(version, words));
  for (const Given& given : all) {
    const std::string_view name =
        version.modern_requests ? given.flag->field : given.flag->old_field;
    json::Value value = field_value(version, given, job.at(name));
    if (value.is_null()) {
      return fail(Code::kInvalid, "Slurm flag \"--" + std::string(given.flag->name) + "\": \"" +
                                      given.value + "\" is no value for it");
    }
    job[name] = std::move(value);
  }
  return {};
}

}  // namespace sluice::slurm::rest
