// SPDX-License-Identifier: Apache-2.0
#include "containers/sif.h"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>

#include "base/files.h"
#include "base/random.h"
#include "base/text.h"
#include "base/this_system.h"

namespace sluice::containers {
namespace {

namespace fs = std::filesystem;

constexpr Duration kLongest = std::chrono::hours(1);  // for the largest of images

// As `apptainer sif add` numbers them.
struct Machine {
  std::string_view name;
  std::string_view number;
};
constexpr Machine kMachines[] = {
    {"amd64", "2"}, {"arm64", "4"}, {"ppc64le", "6"}, {"s390x", "11"}, {"riscv64", "12"}};

Result<std::string> machine_number() {
  const std::string architecture = system_architecture();
  for (const Machine& machine : kMachines) {
    if (machine.name == architecture) {
      return std::string(machine.number);
    }
  }
  return fail(Code::kUnsupported, architecture + " has no number in SIF files");
}

// Where distributions put the helpers, below the directory that has Apptainer's bin/.
constexpr const char* kLibraries[] = {"libexec", "lib", "lib64", "lib/x86_64-linux-gnu",
                                      "lib/aarch64-linux-gnu"};

std::vector<fs::path> helpers_named(const ApptainerProgram& program, const std::string& helper) {
  std::error_code ignored;
  const fs::path prefix = fs::canonical(program.path, ignored).parent_path().parent_path();
  std::vector<fs::path> found;
  for (const char* library : kLibraries) {
    const fs::path path = prefix / library / program.name / "bin" / helper;
    if (::access(path.c_str(), X_OK) == 0) {
      found.push_back(path);
    }
  }
  return found;
}

bool has_helper(const ApptainerProgram& program, const std::string& helper) {
  return !helpers_named(program, helper).empty() || find_program(helper);
}

bool has_privileged_starter(const ApptainerProgram& program) {
  for (const fs::path& path : helpers_named(program, "starter-suid")) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0 && status.st_uid == 0 &&
        (status.st_mode & S_ISUID) != 0) {
      return true;
    }
  }
  return false;
}

Result<void> run(CommandRunner& runner, std::vector<std::string> argv,
                 const std::stop_token& stop) {
  const std::string name = argv[0];
  const auto output = runner.run({.argv = std::move(argv), .timeout = kLongest, .stop = stop});
  if (!output && output.error().code == Code::kNotFound) {
    return fail(Code::kUnsupported, name + " is missing (Debian's squashfs-tools have mksquashfs)");
  }
  TRY(output);
  if (output->exit_code != 0) {
    return fail(Code::kInternal, name + " failed: " + std::string(trim(output->err)));
  }
  return {};
}

// The steps of making one; whatever it leaves in `place` is removed by the caller.
Result<void> pack(const ApptainerProgram& program, CommandRunner& runner, const fs::path& root,
                  const fs::path& place, const std::stop_token& stop) {
  TRY_ASSIGN(const std::string machine, machine_number());
  const std::string files = place / "files";
  const std::string image = place / "image";
  // A file that cannot be read would become an empty one.
  TRY(run(runner,
          {"mksquashfs", root, files, "-noappend", "-no-progress", "-no-xattrs", "-exit-on-error"},
          stop));
  TRY(run(runner, {program.path, "sif", "new", image}, stop));
  TRY(run(runner,
          {program.path, "sif", "add", "--datatype", "4", "--parttype", "2", "--partfs", "1",
           "--partarch", machine, "--groupid", "1", image, files},
          stop));
  if (::rename(image.c_str(), sif_of(root).c_str()) != 0) {
    return tl::unexpected(errno_error("publishing " + sif_of(root).string()));
  }
  return {};
}

}  // namespace

fs::path sif_of(const fs::path& root) {
  return root.string() + ".sif";
}

bool can_mount_sif(const ApptainerProgram& program) {
  const bool has_fuse = ::access("/dev/fuse", R_OK | W_OK) == 0 &&
                        (has_helper(program, "squashfuse_ll") || has_helper(program, "squashfuse"));
  return has_privileged_starter(program) || (has_fuse && has_helper(program, "fuse-overlayfs"));
}

Result<std::int64_t> make_sif(const ApptainerProgram& program, CommandRunner& runner,
                              const fs::path& root, const std::stop_token& stop) {
  std::error_code error;
  if (!fs::exists(sif_of(root), error)) {
    const fs::path place = sif_of(root).string() + "." + random_hex(8);
    TRY(make_directory(place));
    const auto packed = pack(program, runner, root, place, stop);
    TRY(remove_tree(place));
    TRY(packed);
  }
  return static_cast<std::int64_t>(fs::file_size(sif_of(root), error));
}

}  // namespace sluice::containers
