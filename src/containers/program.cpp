// SPDX-License-Identifier: Apache-2.0
#include "containers/program.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>

#include "base/environment.h"
#include "base/exec_words.h"
#include "base/text.h"

namespace sluice::containers {
namespace {

Error exec_error(std::string_view name, std::string_view cause) {
  return {Code::kInvalid, "exec: \"" + std::string(name) + "\": " + std::string(cause)};
}

// 0, or why the file is no program.
int obstacle(const std::string& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    return errno;
  }
  if (S_ISDIR(status.st_mode)) {
    return EISDIR;
  }
  return ::access(file.c_str(), X_OK) == 0 ? 0 : errno;
}

// The kernel would take it for the end.
bool has_nul(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(),
                     [](const std::string& word) { return word.find('\0') != std::string::npos; });
}

}  // namespace

std::string cause_of(int error) {
  std::string text = std::strerror(error);
  text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}

std::string_view path_of(const std::vector<std::string>& environment) {
  return find_variable(environment, "PATH").value_or(kUsualPath);
}

Error too_long(std::string_view name) {
  return exec_error(name,
                    "argument list too long (the kernel takes 128 KiB for one argument or "
                    "variable, and a quarter of the stack limit for all)");
}

Result<std::string> find_program(std::string_view name,
                                 const std::vector<std::string>& environment) {
  const std::string wanted(name);
  if (name.find('/') != std::string_view::npos) {
    const int error = obstacle(wanted);
    if (error == ENOENT || error == ENOTDIR) {
      return tl::unexpected(exec_error(name, "stat " + wanted + ": " + cause_of(error)));
    }
    if (error != 0) {
      return tl::unexpected(exec_error(name, cause_of(error)));
    }
    return wanted;
  }
  for (const std::string_view directory : split(path_of(environment), ':')) {
    const std::string file = (directory.empty() ? "." : std::string(directory)) + "/" + wanted;
    if (!wanted.empty() && obstacle(file) == 0) {
      return file;
    }
  }
  return tl::unexpected(exec_error(name, "executable file not found in $PATH"));
}

Error run_program(const std::vector<std::string>& argv,
                  const std::vector<std::string>& environment) {
  if (argv.empty()) {
    return {Code::kInvalid, "no command specified"};
  }
  if (has_nul(argv) || has_nul(environment)) {
    return exec_error(argv[0], "an argument or variable contains a NUL byte");
  }
  const Result<std::string> file = find_program(argv[0], environment);
  if (!file) {
    return file.error();
  }
  ::execve(file->c_str(), exec_words(argv).data(), exec_words(environment).data());
  if (errno == E2BIG) {
    return too_long(argv[0]);
  }
  return exec_error(argv[0], cause_of(errno));
}

}  // namespace sluice::containers
