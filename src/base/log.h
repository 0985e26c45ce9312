// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace sluice::log {

enum class Level { kDebug, kInfo, kWarning, kError };

struct Field {
  std::string_view key;
  std::string value;
};
using Fields = std::initializer_list<Field>;

// Structured log lines in logfmt: `time=… level=info msg="pod started" pod=default/a`.
// The one global of the program. Thread-safe; a line is written with one write(2). Never pass a
// secret as a field.
void write(Level level, std::string_view message, Fields fields);

inline void debug(std::string_view message, Fields fields = {}) {
  write(Level::kDebug, message, fields);
}
inline void info(std::string_view message, Fields fields = {}) {
  write(Level::kInfo, message, fields);
}
inline void warning(std::string_view message, Fields fields = {}) {
  write(Level::kWarning, message, fields);
}
inline void error(std::string_view message, Fields fields = {}) {
  write(Level::kError, message, fields);
}

// Lines below `level` are dropped. Default: info.
void set_level(Level level);

// Where lines go; default standard error. The descriptor stays the caller's.
void set_output(int fd);

}  // namespace sluice::log
