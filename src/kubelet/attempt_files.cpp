// SPDX-License-Identifier: Apache-2.0
#include "kubelet/attempt_files.h"

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "json/text.h"
#include "pod/status_file.h"

namespace sluice::kubelet {
namespace {

constexpr std::size_t kOutputTail = 200;

std::optional<json::Value> read_document(const std::filesystem::path& path) {
  const auto text = read_file(path);
  if (!text) {
    return std::nullopt;
  }
  auto document = json::parse(*text);
  if (!document) {
    return std::nullopt;
  }
  return std::move(*document);
}

// The last kOutputTail bytes, from the start of a line where there is one, else of a character.
std::string_view last_lines(std::string_view text) {
  if (text.size() <= kOutputTail) {
    return text;
  }
  text.remove_prefix(text.size() - kOutputTail);
  if (const std::size_t line = text.find('\n'); line != std::string_view::npos) {
    return trim(text.substr(line));
  }
  while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xC0) == 0x80) {
    text.remove_prefix(1);
  }
  return text;
}

}  // namespace

std::vector<std::string> AttemptFiles::uids() const {
  return list_directory(home_ / "pods").value_or(std::vector<std::string>{});
}

std::int64_t AttemptFiles::newest(const std::string& uid) const {
  std::int64_t newest = 0;
  for (const std::string& name :
       list_directory(home_ / "pods" / uid).value_or(std::vector<std::string>{})) {
    newest = std::max(newest, parse_int(name).value_or(0));
  }
  return newest;
}

Result<void> AttemptFiles::write_spec(const pod::PodSpec& spec) const {
  const auto path = directory(spec.attempt);
  TRY(make_directory(path));
  return write_file_replacing(path / "spec.json", json::write(pod::to_json(spec)));
}

bool AttemptFiles::has_spec(const pod::Attempt& attempt) const {
  std::error_code none;
  return std::filesystem::exists(directory(attempt) / "spec.json", none);
}

Result<std::optional<pod::PodSpec>> AttemptFiles::read_spec(const pod::Attempt& attempt) const {
  const auto document = read_document(directory(attempt) / "spec.json");
  if (!document) {
    return std::nullopt;
  }
  TRY_ASSIGN(pod::PodSpec spec, pod::pod_spec_from_json(*document));
  return spec;
}

Result<void> AttemptFiles::write_job(const pod::Attempt& attempt, slurm::JobId id) const {
  const json::Value document = json::Object{{"jobId", id}};
  return write_file_replacing(directory(attempt) / "job", json::write(document));
}

std::optional<slurm::JobId> AttemptFiles::read_job(const pod::Attempt& attempt) const {
  const auto document = read_document(directory(attempt) / "job");
  if (!document || !document->at("jobId").is_int()) {
    return std::nullopt;
  }
  return static_cast<slurm::JobId>(document->at("jobId").as_int());
}

std::optional<pod::PodReport> AttemptFiles::read_report(const pod::Attempt& attempt) const {
  auto report = pod::read_status(directory(attempt));
  if (report && report->attempt != attempt) {
    return std::nullopt;
  }
  return report;
}

std::string AttemptFiles::job_output(const pod::Attempt& attempt) const {
  const std::string text = read_file(directory(attempt) / "_job.log").value_or("");
  std::string lines(last_lines(trim(text)));
  std::replace(lines.begin(), lines.end(), '\n', ' ');
  return lines;
}

Result<void> AttemptFiles::remove(const std::string& uid) const {
  return remove_tree(home_ / "pods" / uid);
}

}  // namespace sluice::kubelet
