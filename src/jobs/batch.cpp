// SPDX-License-Identifier: Apache-2.0
#include "jobs/batch.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <optional>

#include "base/made_of.h"
#include "base/text.h"
#include "jobs/file_status.h"
#include "jobs/script_options.h"
#include "json/quantity.h"

namespace sluice::jobs {
namespace {

// How the value of a field looks to sbatch; nothing: it is not what the field takes.
using Form = std::optional<std::string> (*)(const json::Value& value);

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 10 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<std::string> as_names(const json::Value& value) {
  const std::string& text = value.as_string();
  return is_made_of(text, "_.,@+-") && text.front() != '-' ? std::optional(text) : std::nullopt;
}

std::optional<std::string> as_count(const json::Value& value) {
  const std::int64_t count = value.as_int();
  return count > 0 && count <= std::numeric_limits<std::int32_t>::max()
             ? std::optional(std::to_string(count))
             : std::nullopt;
}

std::optional<std::string> as_priority(const json::Value& value) {
  return value.is_int() && value.as_int() >= 0 ? std::optional(std::to_string(value.as_int()))
                                               : std::nullopt;
}

// "3", "2-4"
std::optional<std::string> as_range(const json::Value& value) {
  if (value.is_int()) {
    return as_count(value);
  }
  const auto ends = split(value.as_string(), '-');
  return ends.size() <= 2 && std::all_of(ends.begin(), ends.end(), is_number)
             ? std::optional(value.as_string())
             : std::nullopt;
}

// Minutes, or [days-]hours[:minutes[:seconds]] and minutes:seconds; which is which sbatch knows.
std::optional<std::string> as_time(const json::Value& value) {
  if (value.is_int()) {
    return as_count(value);
  }
  const std::string& text = value.as_string();
  if (text == "UNLIMITED") {
    return text;
  }
  const auto day = split(text, '-');
  const auto parts = split(day.back(), ':');
  return day.size() <= 2 && parts.size() <= 3 && (day.size() == 1 || is_number(day.front())) &&
                 std::all_of(parts.begin(), parts.end(), is_number)
             ? std::optional(text)
             : std::nullopt;
}

// Bytes, as Kubernetes writes them, to the mebibytes above.
std::optional<std::string> as_memory(const json::Value& value) {
  const auto bytes = json::Quantity::from(value);
  if (!bytes || bytes->sign() <= 0) {
    return std::nullopt;
  }
  constexpr std::int64_t kMebibyte = 1 << 20;
  return std::to_string((bytes->value() - 1) / kMebibyte + 1) + "M";
}

// "2", "a100:2", "a100:2,v100:1"
std::optional<std::string> as_gpus(const json::Value& value) {
  if (value.is_int()) {
    return as_count(value);
  }
  const std::string& text = value.as_string();
  return is_made_of(text, "_.:,-") && text.front() != '-' ? std::optional(text) : std::nullopt;
}

// The tasks, and behind % how many of them may run at a time.
std::optional<std::string> as_array(const json::Value& value) {
  const std::string& text = value.as_string();
  const std::size_t percent = text.find('%');
  const bool throttled = percent != std::string::npos;
  return parse_indices(text) && (!throttled || is_number(text.substr(percent + 1)))
             ? std::optional(text)
             : std::nullopt;
}

std::optional<std::string> as_path(const json::Value& value) {
  const std::string& text = value.as_string();
  const bool printable =
      std::none_of(text.begin(), text.end(), [](unsigned char c) { return std::iscntrl(c) != 0; });
  return text.starts_with('/') && printable ? std::optional(text) : std::nullopt;
}

std::optional<std::string> as_address(const json::Value& value) {
  const std::string& text = value.as_string();
  return is_made_of(text, "_.@+-") && text.front() != '-' ? std::optional(text) : std::nullopt;
}

std::optional<std::string> as_words(const json::Value& value) {
  std::vector<std::string> words;
  for (const json::Value& word : value.as_array()) {
    words.push_back(word.as_string());
  }
  const std::string text = join(words, ",");
  return is_made_of(text, "_,") ? std::optional(text) : std::nullopt;
}

std::optional<std::string> as_switch(const json::Value& value) {
  return value.is_bool() ? std::optional<std::string>("") : std::nullopt;
}

struct Field {
  std::array<const char*, 3> path;  // below spec; null: the path is shorter
  std::string_view option;
  Form form;
  std::string_view expected;
};

constexpr std::array kFields{
    Field{{"job", "partition"},
          "--partition",
          as_names,
          "the name of a partition, or several with commas"},
    Field{{"job", "account"}, "--account", as_names, "the name of an account"},
    Field{{"job", "qos"}, "--qos", as_names, "the name of a quality of service"},
    Field{{"job", "time"},
          "--time",
          as_time,
          "minutes, hours:minutes:seconds or days-hours:minutes:seconds"},
    Field{{"job", "nodes"}, "--nodes", as_range, "a number or a range such as \"2-4\""},
    Field{{"job", "tasks"}, "--ntasks", as_count, "a number from 1"},
    Field{{"job", "tasksPerNode"}, "--ntasks-per-node", as_count, "a number from 1"},
    Field{{"job", "cpusPerTask"}, "--cpus-per-task", as_count, "a number from 1"},
    Field{{"job", "memory"}, "--mem", as_memory, "a quantity such as 4Gi"},
    Field{{"job", "gpus"}, "--gpus", as_gpus, "a number, or types and numbers such as \"a100:2\""},
    Field{{"job", "array"}, "--array", as_array, "indices such as \"0-9,20-40:5%2\""},
    Field{{"job", "workingDirectory"}, "--chdir", as_path, "an absolute path"},
    Field{{"job", "mail", "user"}, "--mail-user", as_address, "a mail address or a user's name"},
    Field{{"job", "mail", "types"}, "--mail-type", as_words, "words such as END and FAIL"},
    Field{{"priority"}, "--priority", as_priority, "a number from 0"},
    Field{{"suspend"}, "--hold", as_switch, "true or false"},
};

const json::Value* find(const json::Value& spec, const Field& field) {
  const json::Value* at = &spec;
  for (const char* name : field.path) {
    at = name == nullptr || at == nullptr ? at : at->find(name);
  }
  return at == nullptr || at->is_null() ? nullptr : at;
}

std::string path_text(const Field& field) {
  std::string text = "spec";
  for (const char* name : field.path) {
    text += name == nullptr ? "" : "." + std::string(name);
  }
  return text;
}

Result<std::vector<std::string>> options_of(const json::Value& spec) {
  std::vector<std::string> options;
  for (const Field& field : kFields) {
    const json::Value* value = find(spec, field);
    if (value == nullptr || (value->is_bool() && !value->as_bool()) ||
        (value->is_array() && value->as_array().empty())) {
      continue;
    }
    const auto text = field.form(*value);
    if (!text) {
      return fail(Code::kInvalid,
                  path_text(field) + ": Invalid value: expected " + std::string(field.expected));
    }
    options.push_back(std::string(field.option) + (text->empty() ? "" : "=" + *text));
  }
  return options;
}

// As one word of a #SBATCH line, where blanks separate, # begins a comment and quotes quote.
std::string sbatch_quote(std::string_view word) {
  if (is_made_of(word, "_.,:=/@+%-")) {
    return std::string(word);
  }
  std::string quoted = "\"";
  for (const char c : word) {
    quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  }
  return quoted + "\"";
}

std::string with_options(const std::string& script, const std::vector<std::string>& options) {
  std::string lines;
  for (const std::string& option : options) {
    lines += "#SBATCH " + sbatch_quote(option) + "\n";
  }
  if (lines.empty()) {
    return script;
  }
  const std::size_t end = script.find('\n');
  if (end == std::string::npos) {
    return script + "\n" + lines;
  }
  return script.substr(0, end + 1) + lines + script.substr(end + 1);
}

bool is_variable_name(std::string_view name) {
  return is_made_of(name, "_") && std::isdigit(static_cast<unsigned char>(name.front())) == 0;
}

Result<void> read_environment(const json::Value& job, Batch& batch) {
  std::size_t index = 0;
  for (const json::Value& variable : job.at("spec", "job", "env").as_array()) {
    const std::string path = "spec.job.env[" + std::to_string(index++) + "]";
    const std::string& name = variable.at("name").as_string();
    const std::string& value = variable.at("value").as_string();
    if (!is_variable_name(name)) {
      return fail(Code::kInvalid,
                  path + ".name: Invalid value: expected letters, digits and _, not a digit first");
    }
    if (value.find('\0') != std::string::npos) {
      return fail(Code::kInvalid, path + ".value: Invalid value: expected text without zero bytes");
    }
    batch.environment.emplace_back(name, value);
  }
  if (const std::string& files = files_directory_of(job); !files.empty()) {
    batch.environment.emplace_back(kFilesVariable, files);
  }
  return {};
}

}  // namespace

std::optional<IndexSet> array_of(const json::Value& job) {
  const json::Value& part = job.at("spec", "job");
  const auto own = option_value(part.at("scriptCode").as_string(), "array", 'a');
  const std::string text = own.value_or(part.at("array").as_string());
  return text.empty() ? std::nullopt : parse_indices(text);
}

Result<Batch> read_batch(const json::Value& job, const std::vector<std::string>& more) {
  const json::Value& spec = job.at("spec");
  const std::string& script = spec.at("job", "scriptCode").as_string();
  if (script.find('\0') != std::string::npos) {
    return fail(Code::kInvalid,
                "spec.job.scriptCode: Invalid value: expected text without zero bytes");
  }
  Batch batch;
  TRY_ASSIGN(std::vector<std::string> options, options_of(spec));
  TRY(read_environment(job, batch));
  if (!batch.environment.empty()) {
    options.emplace_back("--export=ALL");  // else some sbatch forget what is added
  }
  options.insert(options.end(), more.begin(), more.end());
  batch.script = with_options(script, options);
  return batch;
}

}  // namespace sluice::jobs
