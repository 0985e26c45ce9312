// SPDX-License-Identifier: Apache-2.0
#include "pod/status_file.h"

#include "base/files.h"
#include "json/text.h"

namespace sluice::pod {
namespace {

std::filesystem::path status_path(const std::filesystem::path& attempt_dir) {
  return attempt_dir / "status.jsonl";
}

// Takes the last line off the text, without its end; a part without an end is dropped.
std::optional<std::string_view> take_last_line(std::string_view& text) {
  const std::size_t end = text.rfind('\n');
  if (end == std::string_view::npos) {
    return std::nullopt;
  }
  text = text.substr(0, end);
  const std::size_t before = text.rfind('\n');
  const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
  const std::string_view line = text.substr(start);
  text = text.substr(0, start);
  return line;
}

}  // namespace

StatusFile::StatusFile(const std::filesystem::path& attempt_dir)
    : path_(status_path(attempt_dir)) {}

// Opened and closed every time: on NFS only a close makes the line visible to the kubelet's host.
Result<void> StatusFile::append(const PodReport& report) {
  const std::string line = (torn_ ? "\n" : "") + json::write(to_json(report)) + "\n";
  if (size_ + line.size() > kLimit) {
    TRY(write_file_replacing(path_, line));
    size_ = line.size();
    torn_ = false;
    return {};
  }
  torn_ = true;
  TRY(append_to_file(path_, line));
  torn_ = false;
  size_ += line.size();
  return {};
}

Result<void> StatusFile::sync() const {
  return sync_file(path_);
}

std::optional<PodReport> read_status(const std::filesystem::path& attempt_dir) {
  const auto content = read_file(status_path(attempt_dir));
  if (!content) {
    return std::nullopt;
  }
  std::string_view rest = *content;
  while (const auto line = take_last_line(rest)) {
    const auto document = json::parse(*line);
    if (!document) {
      continue;  // torn by a power cut or a full disk, with later lines behind it
    }
    if (auto report = pod_report_from_json(*document)) {
      return std::move(*report);
    }
  }
  return std::nullopt;
}

}  // namespace sluice::pod
