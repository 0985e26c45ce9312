// SPDX-License-Identifier: Apache-2.0
#include "jobs/file_spec.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "api/label_syntax.h"
#include "base/text.h"

namespace sluice::jobs {
namespace {

namespace fs = std::filesystem;
using Kind = FilePlace::Kind;

constexpr std::size_t kLongestPath = 1024;

Error wrong(const std::string& field, const std::string& expected) {
  return {Code::kInvalid, field + ": Invalid value: expected " + expected};
}

bool leads_elsewhere(std::string_view path) {
  const auto parts = split(path, '/');
  return std::any_of(parts.begin(), parts.end(),
                     [](const auto& part) { return part.empty() || part == "." || part == ".."; });
}

bool is_path_below(std::string_view path) {
  return !path.empty() && path.size() <= kLongestPath && !leads_elsewhere(path) &&
         std::none_of(path.begin(), path.end(),
                      [](unsigned char c) { return std::iscntrl(c) != 0; });
}

struct Form {
  Kind kind;
  const char* field;
};
constexpr std::array kInputForms{Form{Kind::kConfigMap, "configMap"}, Form{Kind::kSecret, "secret"},
                                 Form{Kind::kClaim, "claim"}};
constexpr std::array kResultForms{Form{Kind::kConfigMap, "configMap"}, Form{Kind::kClaim, "claim"},
                                  Form{Kind::kUrl, "put"}};

// `path`: of the file on the other side, which names it here too unless somebody says otherwise.
Result<FilePlace> read_object(const json::Value& source, const Form& form, const std::string& field,
                              const std::string& path) {
  FilePlace place{.kind = form.kind,
                  .name = source.at("name").as_string(),
                  .key = source.at("key").as_string()};
  if (form.kind == Kind::kClaim) {
    place.key = source.at("path").as_string();
  }
  const bool own = place.key.empty();
  if (own) {
    place.key = form.kind == Kind::kClaim && !path.starts_with('/')
                    ? path
                    : fs::path(path).filename().string();
  }
  if (place.name.empty()) {
    return fail(Code::kInvalid, field + ".name: Required value");
  }
  if (form.kind == Kind::kClaim && !is_path_below(place.key)) {
    return tl::unexpected(
        wrong(field + ".path", "a path below the claim's directory, without \"..\""));
  }
  if (form.kind != Kind::kClaim && !api::config_key_fault(place.key).empty()) {
    return tl::unexpected(wrong(
        field + ".key", own ? "a key, since the file's name is none: letters, digits, -, _ and ."
                            : "letters, digits, -, _ and ."));
  }
  return place;
}

Result<FilePlace> read_url(const json::Value& source, const std::string& field) {
  FilePlace place{.kind = Kind::kUrl,
                  .name = source.at("url").as_string(),
                  .key = "",
                  .secret_name = source.at("secretName").as_string(),
                  .secret_key = source.at("secretKey").as_string()};
  const bool web = place.name.starts_with("http://") || place.name.starts_with("https://");
  if (!web) {
    return tl::unexpected(wrong(field + ".url", "an address that begins with https:// or http://"));
  }
  if (place.secret_key.empty()) {
    place.secret_key = "authorization";
  }
  return place;
}

template <class Forms>
Result<FilePlace> read_place(const json::Value& file, const Forms& forms, const std::string& field,
                             const std::string& path) {
  const Form* found = nullptr;
  std::vector<std::string> names;
  for (const Form& form : forms) {
    names.emplace_back(form.field);
    if (file.at(form.field).is_null()) {
      continue;
    }
    if (found != nullptr) {
      return tl::unexpected(
          wrong(field, std::string("either ") + found->field + " or " + form.field));
    }
    found = &form;
  }
  if (found == nullptr) {
    return tl::unexpected(wrong(field, "one of " + join(names, ", ")));
  }
  const json::Value& source = file.at(found->field);
  const std::string where = field + "." + found->field;
  return found->kind == Kind::kUrl ? read_url(source, where)
                                   : read_object(source, *found, where, path);
}

// Whether one is the other, or a directory of it.
bool collide(const std::string& a, const std::string& b) {
  return a == b || a.starts_with(b + "/") || b.starts_with(a + "/");
}

bool collide(const FilePlace& a, const FilePlace& b) {
  return a.kind == b.kind && a.name == b.name &&
         (a.kind == Kind::kClaim ? collide(a.key, b.key) : a.key == b.key);
}

// The status tells results apart by what it shows of them, which is not all of a URL.
bool collide(const ResultFile& a, const ResultFile& b) {
  return collide(a.to, b.to) || (a.path == b.path && to_string(a.to) == to_string(b.to));
}

Result<InputFile> read_input(const json::Value& file, const std::string& field) {
  InputFile input{.path = file.at("path").as_string(),
                  .from = {},
                  .executable = file.at("executable").as_bool()};
  if (!is_path_below(input.path)) {
    return tl::unexpected(
        wrong(field + ".path", "a path below the directory of the job's files, without \"..\""));
  }
  TRY_ASSIGN(input.from, read_place(file, kInputForms, field, input.path));
  return input;
}

Result<ResultFile> read_result(const json::Value& file, const std::string& field) {
  ResultFile result{
      .path = file.at("path").as_string(), .to = {}, .optional = file.at("optional").as_bool()};
  const std::string_view path = result.path;
  if (!is_path_below(path.starts_with('/') ? path.substr(1) : path)) {
    return tl::unexpected(wrong(field + ".path",
                                "a path below the directory of the job's files, or an absolute "
                                "one, without \"..\""));
  }
  TRY_ASSIGN(result.to, read_place(file, kResultForms, field, result.path));
  return result;
}

}  // namespace

std::string to_string(const FilePlace& place) {
  switch (place.kind) {
    case Kind::kConfigMap:
      return "ConfigMap " + place.name + "/" + place.key;
    case Kind::kSecret:
      return "Secret " + place.name + "/" + place.key;
    case Kind::kClaim:
      return "PersistentVolumeClaim " + place.name + "/" + place.key;
    case Kind::kUrl:
      return place.name.substr(0, place.name.find_first_of("?#"));
  }
  return "";
}

Result<JobFiles> read_files(const json::Value& job) {
  JobFiles files;
  for (const json::Value& file : job.at("spec", "inputs").as_array()) {
    const std::string field = "spec.inputs[" + std::to_string(files.inputs.size()) + "]";
    TRY_ASSIGN(InputFile input, read_input(file, field));
    for (const InputFile& other : files.inputs) {
      if (collide(other.path, input.path)) {
        return tl::unexpected(
            wrong(field + ".path", "another place than that of \"" + other.path + "\""));
      }
    }
    files.inputs.push_back(std::move(input));
  }
  for (const json::Value& file : job.at("spec", "results").as_array()) {
    const std::string field = "spec.results[" + std::to_string(files.results.size()) + "]";
    TRY_ASSIGN(ResultFile result, read_result(file, field));
    for (const ResultFile& other : files.results) {
      if (collide(other, result)) {
        return tl::unexpected(wrong(
            field, "another place than that of \"" + other.path + "\", " + to_string(other.to)));
      }
    }
    files.results.push_back(std::move(result));
  }
  return files;
}

bool has_inputs(const json::Value& job) {
  return !job.at("spec", "inputs").as_array().empty();
}

bool has_results(const json::Value& job) {
  return !job.at("spec", "results").as_array().empty();
}

bool has_files(const json::Value& job) {
  return has_results(job) || has_inputs(job);
}

}  // namespace sluice::jobs
