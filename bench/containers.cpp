// SPDX-License-Identifier: Apache-2.0
// What it costs to start `true` and see it end: as a bare child, and in a container of each runtime
// that works here, on the same files. Medians in milliseconds, as JSON.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/pipe.h"
#include "containers/availability.h"
#include "containers/runtime.h"
#include "must.h"

namespace {

using sluice::must;
namespace fs = std::filesystem;

constexpr int kWarmUp = 5;
constexpr int kRounds = 100;

double median_ms(const std::function<void()>& once) {
  std::vector<double> times;
  for (int i = 0; i < kWarmUp + kRounds; ++i) {
    const auto start = std::chrono::steady_clock::now();
    once();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    times.push_back(took.count());
  }
  times.erase(times.begin(), times.begin() + kWarmUp);
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

void bare(const std::string& program) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::execl(program.c_str(), "true", nullptr);
    ::_exit(127);
  }
  ::waitpid(child, nullptr, 0);
}

// In a child: a runtime changes the process that uses it.
double measure(const std::string& name, const fs::path& directory) {
  sluice::Pipe answer = must(sluice::make_pipe(), "making a pipe");
  if (::fork() == 0) {
    auto runtime = must(sluice::containers::make_runtime(name), "making a runtime");
    must(runtime->enter({.scratch = directory / "scratch"}), "entering");
    int round = 0;  // every container is a new one, as in a new pod
    const double took = median_ms([&] {
      const fs::path scratch = directory / "scratch" / std::to_string(round++);
      const auto started = must(runtime->start({.name = "main",
                                                .root = directory / "root",
                                                .scratch = scratch,
                                                .argv = {"/bin/true"},
                                                .environment = {"PATH=/bin"}}),
                                "starting");
      ::waitpid(started.pid, nullptr, 0);
    });
    ::_exit(::write(answer.write.get(), &took, sizeof took) == sizeof took ? 0 : 1);
  }
  double took = -1;
  if (::read(answer.read.get(), &took, sizeof took) != sizeof took) {
    return -1;
  }
  ::wait(nullptr);
  return took;
}

}  // namespace

int main() {
  sluice::TemporaryDirectory directory;
  fs::create_directories(directory.path() / "root/bin");
  for (const char* name :
       {"root/dev", "root/etc", "root/proc", "root/sys", "root/tmp", "scratch"}) {
    fs::create_directories(directory.path() / name);
  }
  fs::copy_file("/bin/busybox", directory.path() / "root/bin/busybox");
  fs::create_symlink("busybox", directory.path() / "root/bin/true");
  const std::string program = directory.path() / "root/bin/true";
  std::printf("{\"bare\": %.3f", median_ms([&] { bare(program); }));
  for (const char* name : {"builtin", "apptainer", "host"}) {
    if (sluice::containers::runtime_available(name, directory.path())) {
      std::fflush(stdout);
      std::printf(", \"%s\": %.3f", name, measure(name, directory.path()));
    }
  }
  std::printf("}\n");
  return 0;
}
