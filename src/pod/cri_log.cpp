// SPDX-License-Identifier: Apache-2.0
#include "pod/cri_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/files.h"
#include "base/timestamp.h"

namespace sluice::pod {
namespace {

void add_line(std::string& into, const std::string& head, char tag, std::string_view text) {
  into.append(head).push_back(tag);
  into.push_back(' ');
  into.append(text).push_back('\n');
}

std::string line_head(WallTime time, OutputStream stream) {
  return format_rfc3339_nano(time) + (stream == OutputStream::kStdout ? " stdout " : " stderr ");
}

std::optional<std::string_view> take_word(std::string_view& rest) {
  const std::size_t end = rest.find(' ');
  if (end == std::string_view::npos || end == 0) {
    return std::nullopt;
  }
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return word;
}

}  // namespace

Result<CriLogWriter> CriLogWriter::open(const std::filesystem::path& path, const Clock& clock) {
  CriLogWriter writer(path, clock);
  TRY(writer.open_piece());
  return writer;
}

Result<void> CriLogWriter::open_piece() {
  UniqueFd fd(::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  struct stat status {};
  if (!fd.valid() || ::fstat(fd.get(), &status) != 0) {
    return tl::unexpected(errno_error("opening " + path_.string()));
  }
  fd_ = std::move(fd);
  size_ = static_cast<std::size_t>(status.st_size);
  return {};
}

Result<void> CriLogWriter::append(OutputStream stream, std::string_view bytes) {
  std::string& pending = pending_[static_cast<std::size_t>(stream)];
  const std::string head = line_head(clock_->now(), stream);
  std::string out;
  while (true) {
    const std::size_t room = kMaxLine - pending.size();
    const std::size_t end = bytes.substr(0, room).find('\n');
    if (end != std::string_view::npos) {
      pending.append(bytes.substr(0, end));
      add_line(out, head, 'F', pending);
      bytes.remove_prefix(end + 1);
    } else if (bytes.size() >= room) {
      pending.append(bytes.substr(0, room));
      add_line(out, head, 'P', pending);
      bytes.remove_prefix(room);
    } else {
      pending.append(bytes);
      break;
    }
    pending.clear();
  }
  return write_out(out);
}

Result<void> CriLogWriter::finish(OutputStream stream) {
  std::string& pending = pending_[static_cast<std::size_t>(stream)];
  if (pending.empty()) {
    return {};
  }
  std::string out;
  add_line(out, line_head(clock_->now(), stream), 'P', pending);
  pending.clear();
  return write_out(out);
}

Result<void> CriLogWriter::write_out(const std::string& text) {
  if (size_ > 0 && size_ + text.size() > kLogPieceBytes) {
    rotate_log(path_);
    TRY(open_piece());
  }
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t n = ::write(fd_.get(), rest.data(), rest.size());
    if (n < 0 && errno == EINTR) {
      continue;
    }
    if (n < 0) {
      return tl::unexpected(errno_error("writing a container's log"));
    }
    rest.remove_prefix(static_cast<std::size_t>(n));
    size_ += static_cast<std::size_t>(n);
  }
  return {};
}

std::optional<CriLine> parse_cri_line(std::string_view line) {
  const auto time = take_word(line);
  const auto stream = take_word(line);
  // The tag may be followed by nothing when the line is empty and was trimmed.
  if (!time || !stream || line.empty() || (line[0] != 'F' && line[0] != 'P')) {
    return std::nullopt;
  }
  const bool partial = line[0] == 'P';
  line.remove_prefix(1);
  if (!line.empty()) {
    if (line[0] != ' ') {
      return std::nullopt;
    }
    line.remove_prefix(1);
  }
  return CriLine{*time, *stream, partial, line};
}

}  // namespace sluice::pod
