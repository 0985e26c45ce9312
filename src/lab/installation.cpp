// SPDX-License-Identifier: Apache-2.0
#include "lab/installation.h"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "lab/tree.h"

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

// What people type; of a tree they get wrappers.
constexpr std::array<std::string_view, 17> kCommands{
    "sacct", "sacctmgr", "salloc", "sattach", "sbatch", "sbcast", "scancel", "scontrol", "sdiag",
    "sinfo", "sprio",    "squeue", "sreport", "srun",   "sshare", "sstat",   "strigger"};

bool is_slurms(std::string_view program) {
  return program.starts_with("slurm") ||
         std::find(kCommands.begin(), kCommands.end(), program) != kCommands.end();
}

// A tree's links may be absolute and lead nowhere from here.
bool is_there(const std::string& path, bool in_tree) {
  std::error_code ignored;
  return in_tree ? fs::exists(fs::symlink_status(path, ignored))
                 : ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

Result<Installation::Program> Installation::locate(std::string_view program) const {
  if (!root_.empty()) {
    for (const std::string_view below : {"/sbin/", "/bin/", "/usr/sbin/", "/usr/bin/"}) {
      const std::string path = std::string(below) + std::string(program);
      if (is_there(root_ + path, is_tree_)) {
        return Program{program, is_tree_ ? path : root_ + path, is_tree_};
      }
    }
    if (is_slurms(program)) {
      return fail(Code::kNotFound, std::string(program));
    }
  }
  auto found = find_program(program);
  if (!found) {
    return fail(Code::kNotFound, std::string(program));
  }
  return Program{program, *found, false};
}

Result<void> Installation::locate_all(const LabOptions& options) {
  std::vector<std::string> missing;
  for (const Need& need : kNeeds) {
    if (need.only_with != nullptr && !(options.*need.only_with)) {
      continue;
    }
    if (auto program = locate(need.program)) {
      programs_.push_back(*program);
    } else {
      missing.push_back(std::string(need.program) + " (Debian package " +
                        std::string(need.package) + ")");
    }
  }
  if (missing.empty()) {
    return {};
  }
  const std::string where = options.slurm_root.empty()
                                ? "$PATH and the system's sbin directories"
                                : options.slurm_root + "/{sbin,bin,usr/sbin,usr/bin}";
  return fail(Code::kNotFound, "not found in " + where + ": " + join(missing, ", ") +
                                   "; install what is missing or point --slurm-root at another "
                                   "installation");
}

Result<Installation> Installation::find(const LabOptions& options, Gateway gateway) {
  Installation installation;
  installation.root_ = options.slurm_root;
  installation.is_tree_ = is_tree(options.slurm_root);
  installation.gateway_ = std::move(gateway);
  TRY(installation.locate_all(options));
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
                                            const std::vector<std::string>& arguments,
                                            bool as_nobody) const {
  const auto found = std::find_if(programs_.begin(), programs_.end(),
                                  [&](const Program& entry) { return entry.name == program; });
  CHECK(found != programs_.end());
  std::vector<std::string> words;
  if (found->inside || as_nobody) {
    words = entering_words(gateway_.sluice, {.root = found->inside ? root_ : "",
                                             .commands = gateway_.commands,
                                             .as_nobody = as_nobody});
  }
  words.push_back(found->path);
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

std::vector<std::pair<std::string, std::string>> Installation::wrappers() const {
  std::vector<std::pair<std::string, std::string>> scripts;
  for (const std::string_view name : kCommands) {
    const auto program = locate(name);
    if (!program || !program->inside) {
      continue;
    }
    std::string line = "exec";
    for (const std::string& word :
         entering_words(gateway_.sluice, {.root = root_, .commands = gateway_.commands})) {
      line += " " + shell_quote(word);
    }
    scripts.emplace_back(name,
                         "#!/bin/sh\n" + line + " " + shell_quote(program->path) + " \"$@\"\n");
  }
  return scripts;
}

std::vector<std::pair<std::string, std::string>> Installation::environment() const {
  std::string path;
  for (const std::string& directory : path_additions()) {
    path += directory + ":";
  }
  path += kSystemPath;
  if (root_.empty() || is_tree_) {
    return {{"PATH", path}};
  }
  return {{"PATH", path}, {"LD_LIBRARY_PATH", root_ + "/lib:" + root_ + "/lib/slurm"}};
}

std::vector<std::string> Installation::path_additions() const {
  if (is_tree_) {
    return {gateway_.commands.string()};
  }
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
