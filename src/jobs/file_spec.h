// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace sluice::jobs {

// Where a file is on the side of Kubernetes.
struct FilePlace {
  enum class Kind { kConfigMap, kSecret, kClaim, kUrl };
  Kind kind = Kind::kConfigMap;
  std::string name;              // of the object; of kUrl the URL
  std::string key;               // in the object; of kClaim the path below the claim's directory
  std::string secret_name = {};  // of kUrl: who we are, for the server; empty: nobody in particular
  std::string secret_key = {};

  friend bool operator==(const FilePlace&, const FilePlace&) = default;
};
std::string to_string(const FilePlace& place);  // "ConfigMap out/key"; of a URL without its query

// A file that the job finds when it begins.
struct InputFile {
  std::string path;  // below the directory of its files
  FilePlace from;
  bool executable = false;
};

// A file that the job leaves.
struct ResultFile {
  std::string path;  // below the directory of its files, or absolute
  FilePlace to;
  bool optional = false;
};

struct JobFiles {
  std::vector<InputFile> inputs;
  std::vector<ResultFile> results;
};

// spec.inputs and spec.results. Invalid names the field: paths that lead elsewhere, two files in
// one place, none or several places for one.
Result<JobFiles> read_files(const json::Value& job);

// Whether there are any, right or wrong.
bool has_files(const json::Value& job);
bool has_inputs(const json::Value& job);
bool has_results(const json::Value& job);

}  // namespace sluice::jobs
