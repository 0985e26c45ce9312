// SPDX-License-Identifier: Apache-2.0
#include "lab/installation.h"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace sluice::lab {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSystemPath =
    "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

struct Need {
  std::string_view program;
  std::string_view package;  // of Debian
  bool LabOptions::*only_with = nullptr;
};
constexpr std::array kNeeds{
    Need{"munged", "munge"},
    Need{"slurmctld", "slurmctld"},
    Need{"slurmd", "slurmd"},
    Need{"srun", "slurm-client"},
    Need{"sinfo", "slurm-client"},
    Need{"mariadbd", "mariadb-server", &LabOptions::accounting},
    Need{"mariadb-install-db", "mariadb-server", &LabOptions::accounting},
    Need{"mariadb", "mariadb-client", &LabOptions::accounting},
    Need{"slurmdbd", "slurmdbd", &LabOptions::accounting},
    Need{"slurmrestd", "slurmrestd", &LabOptions::rest},
    Need{"sshd", "openssh-server", &LabOptions::ssh},
    Need{"ssh-keygen", "openssh-client", &LabOptions::ssh},
};

}  // namespace

Result<std::string> Installation::locate(std::string_view program) const {
  if (!root_.empty()) {
    for (const std::string_view below : {"/sbin/", "/bin/", "/usr/sbin/", "/usr/bin/"}) {
      std::string candidate = root_ + std::string(below) + std::string(program);
      if (::access(candidate.c_str(), X_OK) == 0) {
        return candidate;
      }
    }
    if (program.starts_with("slurm") || program == "srun" || program == "sinfo") {
      return fail(Code::kNotFound, std::string(program));
    }
  }
  auto found = find_program(program);
  if (!found) {
    return fail(Code::kNotFound, std::string(program));
  }
  return *found;
}

Result<Installation> Installation::find(const LabOptions& options) {
  if (!options.slurm_root.empty() && fs::exists(options.slurm_root + "/etc/passwd")) {
    return fail(Code::kUnsupported, "--slurm-root " + options.slurm_root +
                                        " is a whole system, not a prefix: start the lab inside it "
                                        "with chroot");
  }
  Installation installation;
  installation.root_ = options.slurm_root;
  std::vector<std::string> missing;
  for (const Need& need : kNeeds) {
    if (need.only_with != nullptr && !(options.*need.only_with)) {
      continue;
    }
    auto path = installation.locate(need.program);
    if (path) {
      installation.programs_.emplace_back(need.program, *path);
    } else {
      missing.push_back(std::string(need.program) + " (Debian package " +
                        std::string(need.package) + ")");
    }
  }
  if (!missing.empty()) {
    const std::string where = options.slurm_root.empty()
                                  ? "$PATH and the system's sbin directories"
                                  : options.slurm_root + "/{sbin,bin,usr/sbin,usr/bin}";
    return fail(Code::kNotFound, "not found in " + where + ": " + join(missing, ", ") +
                                     "; install what is missing or point --slurm-root at another "
                                     "installation");
  }
  ProcessRunner runner;
  TRY(installation.ask_version(runner));
  return installation;
}

Result<void> Installation::ask_version(CommandRunner& runner) {
  TRY_ASSIGN(const CommandOutput answer,
             runner.run({.argv = argv("slurmctld", {"-V"}), .environment = environment()}));
  version_ = version_in(answer.out);
  const auto first = parse_int(std::string_view(version_).substr(0, version_.find('.')));
  if (!first) {
    return fail(Code::kUnsupported,
                "slurmctld -V says neither \"slurm VERSION\" nor \"slurm-wlm "
                "VERSION\": " +
                    std::string(trim(answer.out + answer.err)));
  }
  major_ = static_cast<int>(*first);
  return {};
}

std::vector<std::string> Installation::argv(std::string_view program,
                                            const std::vector<std::string>& arguments) const {
  const auto found = std::find_if(programs_.begin(), programs_.end(),
                                  [&](const auto& entry) { return entry.first == program; });
  CHECK(found != programs_.end());
  std::vector<std::string> words{found->second};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

std::vector<std::pair<std::string, std::string>> Installation::environment() const {
  std::string path;
  for (const std::string& directory : path_additions()) {
    path += directory + ":";
  }
  path += kSystemPath;
  if (root_.empty()) {
    return {{"PATH", path}};
  }
  return {{"PATH", path}, {"LD_LIBRARY_PATH", root_ + "/lib:" + root_ + "/lib/slurm"}};
}

std::vector<std::string> Installation::path_additions() const {
  std::vector<std::string> additions;
  if (!root_.empty()) {
    for (const std::string_view below : {"/bin", "/sbin", "/usr/bin", "/usr/sbin"}) {
      if (fs::exists(root_ + std::string(below))) {
        additions.push_back(root_ + std::string(below));
      }
    }
  }
  return additions;
}

std::string version_in(std::string_view text) {
  const auto words = split(trim(text), ' ');
  if (words.size() != 2 || (words[0] != "slurm" && words[0] != "slurm-wlm")) {
    return "";
  }
  return std::string(words[1]);
}

}  // namespace sluice::lab
