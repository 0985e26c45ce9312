// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <unistd.h>

#include <atomic>
#include <chrono>

#include "base/timestamp.h"

namespace sluice::log {
namespace {

std::atomic<Level> minimum{Level::kInfo};
std::atomic<int> output{STDERR_FILENO};

std::string_view name(Level level) {
  switch (level) {
    case Level::kDebug:
      return "debug";
    case Level::kInfo:
      return "info";
    case Level::kWarning:
      return "warning";
    case Level::kError:
      return "error";
  }
  return "error";
}

bool needs_quotes(std::string_view value) {
  return value.empty() || value.find_first_of(" \"=\n\t\\") != std::string_view::npos;
}

void append_value(std::string& line, std::string_view value) {
  if (!needs_quotes(value)) {
    line += value;
    return;
  }
  line += '"';
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      line += '\\';
      line += c;
    } else if (c == '\n') {
      line += "\\n";
    } else {
      line += c;
    }
  }
  line += '"';
}

}  // namespace

void write(Level level, std::string_view message, Fields fields) {
  if (level < minimum.load(std::memory_order_relaxed)) {
    return;
  }
  std::string line = "time=" + format_rfc3339_micro(std::chrono::system_clock::now());
  line += " level=";
  line += name(level);
  line += " msg=";
  append_value(line, message);
  for (const Field& field : fields) {
    line += ' ';
    line += field.key;
    line += '=';
    append_value(line, field.value);
  }
  line += '\n';
  // A log that cannot be written must not stop the program: the result is ignored on purpose.
  [[maybe_unused]] const ssize_t written = ::write(output.load(), line.data(), line.size());
}

void set_level(Level level) {
  minimum = level;
}

void set_output(int fd) {
  output = fd;
}

}  // namespace sluice::log
