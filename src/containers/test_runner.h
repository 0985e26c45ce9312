// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <grp.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/pipe.h"
#include "base/processes.h"
#include "containers/apptainer_runtime.h"
#include "containers/runtime.h"
#include "containers/sif.h"

namespace sluice::containers {

// A runtime changes the process that uses it for good, so tests use it in a child that stands for a
// pod's runner, started by root or by an ordinary user.
struct Surroundings {
  std::string runtime;
  uid_t user = 0;
  bool packed = false;  // the image is one file
};

inline std::string name_of(const Surroundings& surroundings) {
  return surroundings.runtime + (surroundings.packed ? "Packed" : "") +
         (surroundings.user == 0 ? "AsRoot" : "AsUser");
}

inline void PrintTo(const Surroundings& surroundings, std::ostream* out) {
  *out << name_of(surroundings);
}

// Whether images can be packed for it here and used so.
inline bool can_pack(const std::string& runtime) {
  const auto program = find_apptainer(runtime);
  return program && can_mount_sif(*program) && find_program("mksquashfs");
}

// Both for root, who can be anybody.
inline std::vector<Surroundings> all_surroundings(const std::vector<std::string>& runtimes) {
  constexpr uid_t kNobody = 65534;
  std::vector<Surroundings> all;
  for (const std::string& runtime : runtimes) {
    for (const bool packed : {false, true}) {
      if (packed && !can_pack(runtime)) {
        continue;
      }
      if (::geteuid() == 0) {
        all.push_back({runtime, 0, packed});
      }
      all.push_back({runtime, ::geteuid() == 0 ? kNobody : ::geteuid(), packed});
    }
  }
  return all;
}

inline std::string read_all(int fd) {
  std::string text;
  char buffer[4096];
  for (ssize_t n = 0; (n = ::read(fd, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  return text;
}

inline std::string how_it_ended(pid_t process) {
  int status = 0;
  if (::waitpid(process, &status, 0) != process) {
    return "is no child";
  }
  return WIFEXITED(status) ? "exit " + std::to_string(WEXITSTATUS(status))
                           : "signal " + std::to_string(WTERMSIG(status));
}

// Starts by that function, waits for the end: what was printed, "note: …" lines, then "exit 0" or
// "signal 9"; or "error: …".
using Start = std::function<Result<Started>(const Launch&)>;
inline std::string run_by(const Start& start, Launch launch) {
  Result<Pipe> output = make_pipe();
  launch.stdout_fd = output->write.get();
  launch.stderr_fd = output->write.get();
  const Result<Started> started = start(launch);
  output->write.reset();
  if (!started) {
    return "error: " + started.error().message;
  }
  std::string text = read_all(output->read.get());
  for (const std::string& note : started->notes) {
    text += "note: " + note + "\n";
  }
  return text + how_it_ended(started->pid);
}

inline std::string run_with(Runtime& runtime, const Launch& launch) {
  return run_by([&](const Launch& it) { return runtime.start(it); }, launch);
}

inline std::string run_in(Runtime& runtime, pid_t container, const Launch& launch) {
  return run_by([&](const Launch& it) { return runtime.execute(container, it); }, launch);
}

// A small root file system made of busybox and the scratch space of a pod, owned by the user.
class TestRunner {
 public:
  explicit TestRunner(Surroundings surroundings) : surroundings_(std::move(surroundings)) {
    namespace fs = std::filesystem;
    std::error_code error;
    for (const char* name : {"root/bin", "root/etc", "root/tmp", "scratch", "volume"}) {
      fs::create_directories(directory() / name, error);
    }
    EXPECT_TRUE(fs::copy_file("/bin/busybox", root() / "bin/busybox", error))
        << "Debian's busybox-static is needed; tools/setup installs it";
    for (const char* name :
         {"cat",   "chown", "echo", "env",  "hostname", "id",     "kill", "ls",    "mkdir",
          "mount", "ps",    "pwd",  "sh",   "sleep",    "stat",   "stty", "touch", "true",
          "tty",   "umask", "wc",   "grep", "setsid",   "mkfifo", "test"}) {
      fs::create_symlink("busybox", root() / "bin" / name, error);
    }
    ::chmod((root() / "tmp").c_str(), 01777);
    ::chmod(directory().c_str(), 0755);
    if (surroundings_.packed) {
      ProcessRunner runner;
      const auto packed = make_sif(*find_apptainer(surroundings_.runtime), runner, root(), {});
      EXPECT_TRUE(packed.has_value()) << packed.error().message;
    }
    std::vector<fs::path> owned{directory()};
    for (const auto& entry : fs::recursive_directory_iterator(directory(), error)) {
      owned.push_back(entry.path());
    }
    for (const fs::path& path : owned) {
      EXPECT_EQ(::lchown(path.c_str(), surroundings_.user, surroundings_.user), 0);
    }
  }

  // What an overlay leaves behind nobody may read, not even its owner.
  ~TestRunner() {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(directory() / "scratch", error)) {
      ::chmod((entry.path() / "work/work").c_str(), 0700);
    }
  }
  TestRunner(const TestRunner&) = delete;
  TestRunner& operator=(const TestRunner&) = delete;

  const std::filesystem::path& directory() const { return directory_.path(); }
  std::filesystem::path root() const { return directory() / "root"; }
  std::filesystem::path volume() const { return directory() / "volume"; }

  // The text the function returned in a child that is the user.
  std::string in_user(const std::function<std::string()>& body) const {
    Result<Pipe> answer = make_pipe();
    const pid_t child = ::fork();
    if (child == 0) {
      const std::string text = become_user() ? body() : "cannot become the user";
      [[maybe_unused]] const ssize_t n = ::write(answer->write.get(), text.data(), text.size());
      ::_exit(0);
    }
    answer->write.reset();
    std::string text = read_all(answer->read.get());
    const std::string end = how_it_ended(child);
    return end == "exit 0" ? text : text + " (runner: " + end + ")";
  }

  using Body = std::function<std::string(Runtime&)>;
  // The text the body returned in the runner; "enter: …" when it could not enter.
  std::string in_runner(const Body& body, const Sandbox& sandbox = {}) const {
    return in_user([&] { return as_runner(body, sandbox); });
  }

  std::string run(const Launch& launch, const Sandbox& sandbox = {}) const {
    return in_runner([&](Runtime& runtime) { return run_with(runtime, launch); }, sandbox);
  }

  Launch program(std::vector<std::string> argv, const std::string& name = "main") const {
    return {.name = name,
            .root = root(),
            .scratch = directory() / "scratch" / name,
            .argv = std::move(argv),
            .environment = {"PATH=/bin:/usr/bin", "HOME=/"}};
  }
  Launch shell(const std::string& command, const std::string& name = "main") const {
    return program({"sh", "-c", command}, name);
  }

 private:
  bool become_user() const {
    const uid_t user = surroundings_.user;
    if (user != ::geteuid() &&
        (::setgroups(0, nullptr) != 0 || ::setresgid(user, user, user) != 0 ||
         ::setresuid(user, user, user) != 0)) {
      return false;
    }
    return ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0;  // as after an exec
  }

  std::string as_runner(const Body& body, Sandbox sandbox) const {
    auto runtime = make_runtime(surroundings_.runtime);
    if (!runtime) {
      return "runtime: " + runtime.error().message;
    }
    sandbox.scratch = directory() / "scratch";
    if (surroundings_.packed) {
      ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    }
    const Result<Notes> entered = (*runtime)->enter(sandbox);
    const std::string told = entered ? body(**runtime) : "enter: " + entered.error().message;
    if (surroundings_.packed) {
      kill_descendants();  // as a pod's runner does: what mounted the file outlives a killed
                           // container
    }
    return told;
  }

  Surroundings surroundings_;
  TemporaryDirectory directory_;
};

}  // namespace sluice::containers
