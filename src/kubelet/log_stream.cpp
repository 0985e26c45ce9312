// SPDX-License-Identifier: Apache-2.0
#include "kubelet/log_stream.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "pod/cri_log.h"

namespace sluice::kubelet {
namespace {

constexpr std::size_t kReadSize = 64 * 1024;
constexpr int kTries = 3;  // to find the next piece while pieces move

Result<std::string> read_at(int fd, off_t from, std::size_t size) {
  std::string text(size, '\0');
  const ssize_t got = ::pread(fd, text.data(), size, from);
  if (got < 0) {
    return tl::unexpected(errno_error("reading a container's log"));
  }
  text.resize(static_cast<std::size_t>(got));
  return text;
}

// Offsets in `text` at which a line of output begins: parts continue the line before them.
std::vector<std::size_t> line_starts(std::string_view text) {
  std::vector<std::size_t> starts;
  bool continues = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (!continues) {
      starts.push_back(at);
    }
    const auto line = pod::parse_cri_line(text.substr(at, end - at));
    continues = line && line->partial;
    at = end + 1;
  }
  return starts;
}

// Of the piece that is this file. Pieces move to higher ages, as the search does: none is missed.
std::optional<int> age_of(const std::filesystem::path& log, ino_t file) {
  for (int age = 0; age < pod::kLogPieces; ++age) {
    struct stat found {};
    if (::stat(pod::log_piece(log, age).c_str(), &found) == 0 && found.st_ino == file) {
      return age;
    }
  }
  return std::nullopt;
}

int oldest_age(const std::filesystem::path& log) {
  int age = 0;
  while (age + 1 < pod::kLogPieces && ::access(pod::log_piece(log, age + 1).c_str(), F_OK) == 0) {
    ++age;
  }
  return age;
}

}  // namespace

Result<std::unique_ptr<Stream>> LogStream::open(const client::LogQuery& options, Source source) {
  auto stream = std::make_unique<LogStream>(options, std::move(source));
  TRY(stream->find_start());
  return stream;
}

LogStream::LogStream(const client::LogQuery& options, Source source)
    : options_(options), source_(std::move(source)), left_(options.limit_bytes) {}

LogStream::~LogStream() {
  if (ticket_) {
    source_.waker->leave(*ticket_);
  }
}

void LogStream::set_ready(std::function<void()> ready) {
  ready_ = std::move(ready);
  follow_file();
}

// What is watched is the file, whatever its name is now: with a new piece, anew.
void LogStream::follow_file() {
  if (!options_.follow || !ready_) {
    return;
  }
  if (ticket_) {
    source_.waker->leave(*ticket_);
  }
  ticket_ = source_.waker->follow(source_.path, ready_);
}

// From the newest piece backwards, as far as there are pieces and lines are wanted.
Result<void> LogStream::find_start() {
  std::int64_t wanted = options_.tail_lines.value_or(0);
  for (int age = 0; age < pod::kLogPieces; ++age) {
    const auto path = pod::log_piece(source_.path, age);
    UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.valid() && age == 0) {
      return tl::unexpected(errno_error("opening " + path.string()));
    }
    if (!file.valid()) {
      break;
    }
    file_ = std::move(file);
    if (options_.tail_lines) {
      TRY_ASSIGN(const std::int64_t found, skip_to_tail(wanted));
      wanted -= found;
      if (wanted <= 0) {
        break;
      }
    }
  }
  return {};
}

// Looks at ever larger ends of the file until it holds enough lines.
Result<std::int64_t> LogStream::skip_to_tail(std::int64_t lines) {
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0) {
    return tl::unexpected(errno_error("reading a container's log"));
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  for (std::size_t span = kReadSize;; span *= 4) {
    const std::size_t from = span >= size ? 0 : size - span;
    TRY_ASSIGN(const std::string text, read_at(file_.get(), static_cast<off_t>(from), size - from));
    std::vector<std::size_t> starts = line_starts(text);
    const auto wanted = static_cast<std::size_t>(std::max<std::int64_t>(0, lines));
    // The first line of a piece may be half a line or a continuation.
    const std::size_t sure =
        from == 0 ? starts.size() : starts.size() - std::min<std::size_t>(2, starts.size());
    if (sure < wanted && from > 0) {
      continue;
    }
    const std::size_t taken = std::min(wanted, starts.size());
    const std::size_t skip = starts.size() - taken;
    const std::size_t offset = skip < starts.size() ? starts[skip] : text.size();
    ::lseek(file_.get(), static_cast<off_t>(from + offset), SEEK_SET);
    return static_cast<std::int64_t>(taken);
  }
}

Stream::State LogStream::poll(std::string& chunk) {
  chunk.clear();
  if (ended_) {
    return State::kEnd;
  }
  while (chunk.empty()) {
    // Asked before reading: what was written before the end is then certainly read.
    const bool over = !options_.follow || source_.is_over();
    if (!read_more()) {
      if (next_piece()) {
        continue;
      }
      ended_ = over;
      return over ? State::kEnd : State::kPending;
    }
    take_lines(chunk);
    if (limit_reached(chunk)) {
      ended_ = true;
      return chunk.empty() ? State::kEnd : State::kData;
    }
  }
  return State::kData;
}

// The piece after ours, which has become older when there is one. Pieces may move while we look: it
// is the right one if ours is still where it was found. A piece that has gone was overtaken by the
// writer, or is of a run that is over: who follows goes on with what there is.
bool LogStream::next_piece() {
  struct stat ours {};
  ::fstat(file_.get(), &ours);
  for (int tries = 0; tries < kTries; ++tries) {
    const std::optional<int> here = age_of(source_.path, ours.st_ino);
    if (here == 0 || (!here && !options_.follow)) {
      return false;
    }
    const int next = here ? *here - 1 : oldest_age(source_.path);
    UniqueFd file(::open(pod::log_piece(source_.path, next).c_str(), O_RDONLY | O_CLOEXEC));
    if (file.valid() && (!here || age_of(source_.path, ours.st_ino) == here)) {
      file_ = std::move(file);
      follow_file();
      return true;
    }
  }
  return false;
}

bool LogStream::read_more() {
  const std::size_t before = buffer_.size();
  buffer_.resize(before + kReadSize);
  ssize_t got = 0;
  do {
    got = ::read(file_.get(), buffer_.data() + before, kReadSize);
  } while (got < 0 && errno == EINTR);
  buffer_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(0, got)));
  return got > 0;
}

void LogStream::take_lines(std::string& chunk) {
  std::size_t at = 0;
  for (std::size_t end = 0; (end = buffer_.find('\n', at)) != std::string::npos; at = end + 1) {
    take_line(std::string_view(buffer_).substr(at, end - at), chunk);
  }
  buffer_.erase(0, at);
}

void LogStream::take_line(std::string_view text, std::string& chunk) {
  const auto line = pod::parse_cri_line(text);
  if (!line) {
    return;
  }
  if (source_.since) {
    const auto time = parse_rfc3339(line->time);
    if (!time || *time < *source_.since) {
      return;
    }
  }
  if (options_.timestamps && !in_line_) {
    chunk.append(line->time).push_back(' ');
  }
  chunk.append(line->text);
  if (!line->partial) {
    chunk.push_back('\n');
  }
  in_line_ = line->partial;
}

bool LogStream::limit_reached(std::string& chunk) {
  if (!left_) {
    return false;
  }
  const auto allowed = static_cast<std::size_t>(std::max<std::int64_t>(0, *left_));
  if (chunk.size() >= allowed) {
    chunk.resize(allowed);
    left_ = 0;
    return true;
  }
  *left_ -= static_cast<std::int64_t>(chunk.size());
  return false;
}

}  // namespace sluice::kubelet
