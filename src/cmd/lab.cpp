// SPDX-License-Identifier: Apache-2.0
#include "lab/lab.h"

#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <iostream>

#include "base/exec_words.h"
#include "base/files.h"
#include "base/options.h"
#include "cmd/site.h"
#include "cmd/subcommand.h"
#include "cmd/variable.h"
#include "lab/tree.h"

namespace sluice::cmd {
namespace {

namespace fs = std::filesystem;

struct LabArguments {
  std::string directory;
  lab::LabOptions lab;
  bool quiet = false;
  bool help = false;
};

std::string default_directory() {
  if (std::string given = variable("SLUICE_LAB_DIR"); !given.empty()) {
    return given;
  }
  return temporary_directory() + "/sluice-lab-" + std::to_string(::geteuid());
}

lab::OwnPrograms own_programs() {
  const fs::path sluice = own_binary().value_or(fs::path());
  return {.shim = sluice.parent_path() / "sluice-nodeip.so", .sluice = sluice};
}

Usage usage(LabArguments& a) {
  return {
      .synopsis =
          "sluice lab up|down|status [options]\n"
          "       sluice lab start|stop|kill DAEMON [NODE] [options]",
      .summary =
          "A throw-away real Slurm of your own in one directory: no systemd, no root.\n\n"
          "  up      start it; returns when a job has run. Starts empty, unless it runs already\n"
          "  down    end every process of it, jobs included, also after a crash\n"
          "  status  show each daemon; exit status 0 only if all run\n"
          "  start, stop, kill\n"
          "          one daemon of a running lab: slurmctld, munged, slurmdbd, ..., or slurmd "
          "NODE;\n"
          "          stop is SIGTERM, kill is SIGKILL; jobs of a killed slurmd go on\n\n"
          "`. DIR/env` sets SLURM_CONF and more for sbatch, squeue and friends. Logs are in "
          "DIR/log.\n"
          "The nodes are n1, n2, ... in the partitions main (default) and debug.",
      .options = {{"dir", "DIR", "where everything lives, also $SLUICE_LAB_DIR", &a.directory},
                  {"nodes", "N", "slurmd on this host", &a.lab.nodes},
                  {"cpus", "N", "CPUs each node pretends to have", &a.lab.cpus},
                  {"memory", "MIB", "memory each node pretends to have", &a.lab.memory_mib},
                  {"gres", "LIST",
                   "generic resources each node pretends to have: gpu:a100:2,fpga:1", &a.lab.gres},
                  {"dynamic", "", "nodes register themselves (slurmd -Z)", &a.lab.dynamic},
                  {"accounting", "", "with MariaDB and slurmdbd, for sacct", &a.lab.accounting},
                  {"rest", "", "with slurmrestd; a token: scontrol token", &a.lab.rest},
                  {"ssh", "", "with sshd on loopback and a key for you", &a.lab.ssh},
                  {"slurm-root", "DIR", "another Slurm: a prefix with bin and sbin, or a tree",
                   &a.lab.slurm_root},
                  {"quiet", "", "no progress lines", &a.quiet},
                  {"help", "", "this text", &a.help}},
      .examples =
          "  sluice lab up --nodes 2 --accounting && . ${TMPDIR:-/tmp}/sluice-lab-$(id -u)/env && "
          "squeue\n"
          "  sluice lab kill slurmd n1; sluice lab start slurmd n1",
  };
}

int report(const Result<void>& result) {
  if (!result) {
    std::cerr << "sluice lab: " << result.error().message << "\n";
    return result.error().code == Code::kInvalid ? kExitUsage : kExitFailure;
  }
  return kExitOk;
}

int print_status(const lab::Lab& lab) {
  const auto status = lab.status();
  if (!status) {
    std::cerr << "sluice lab: " << status.error().message << "\n";
    return kExitFailure;
  }
  std::cout << "lab in " << lab.directory().string() << ": "
            << (status->running ? "running" : "not running") << "\n";
  for (const lab::DaemonStatus& daemon : status->daemons) {
    std::string name = daemon.name;
    name.resize(std::max<std::size_t>(name.size(), 12), ' ');
    std::cout << "  " << name << (daemon.running ? " running" : " stopped");
    if (daemon.running) {
      std::cout << "  pid " << daemon.pid;
    }
    if (daemon.port != 0) {
      std::cout << "  port " << daemon.port;
    }
    std::cout << "\n";
  }
  return status->running ? kExitOk : kExitFailure;
}

int up(lab::Lab& lab, const LabArguments& arguments, const lab::Progress& progress) {
  const int code = report(lab.up(arguments.lab, progress));
  if (code == kExitOk && !arguments.quiet) {
    std::cout << "ready: . " << lab.env_file().string() << "\n";
  }
  return code;
}

int usage_error(std::string_view message) {
  std::cerr << "sluice lab: " << message << "; see sluice lab --help\n";
  return kExitUsage;
}

int one_daemon(lab::Lab& lab, const std::vector<std::string>& words) {
  if (words.size() < 2 || words.size() > 3 || (words.size() == 3) != (words[1] == "slurmd")) {
    return usage_error(words[0] + " needs a daemon: slurmctld, or slurmd and a node");
  }
  const std::string daemon = words.size() == 3 ? "slurmd-" + words[2] : words[1];
  if (words[0] == "start") {
    return report(lab.start(daemon));
  }
  return report(words[0] == "stop" ? lab.stop(daemon) : lab.kill(daemon));
}

// `sluice lab enter`, put in front of each program of a tree; not for people. Returns only when the
// program could not be executed.
int enter(const std::vector<std::string>& arguments) {
  std::string root;
  std::string commands;
  lab::Entrance entrance;
  const Usage explained{.synopsis = "sluice lab enter --root TREE -- PROGRAM [ARGUMENT...]",
                        .summary = "Runs a program of another system's tree.",
                        .options = {{"root", "TREE", "the tree", &root},
                                    {"commands", "DIR", "shows the tree's commands", &commands},
                                    {"as-nobody", "", "as nobody", &entrance.as_nobody}},
                        .examples = ""};
  auto words = parse_options(explained, arguments);
  if (!words || words->empty()) {
    return usage_error(words ? "enter needs a program" : words.error().message);
  }
  entrance.root = root;
  entrance.commands = commands;
  if (const auto inside = lab::enter(entrance); !inside) {
    return report(inside);
  }
  std::signal(SIGPIPE, SIG_DFL);  // main() ignores both, and a program inherits that
  std::signal(SIGXFSZ, SIG_DFL);
  ::execvp(words->front().c_str(), exec_words(*words).data());
  std::cerr << "sluice lab: " << errno_error("executing " + words->front()).message << "\n";
  return kExitFailure;
}

// The same installation by one name; the machine's own root is no other one.
std::string canonical_root(const std::string& root) {
  std::error_code ignored;
  const std::string canonical = fs::weakly_canonical(fs::absolute(root, ignored), ignored).string();
  return canonical == "/" ? "" : canonical;
}

}  // namespace

int run_lab(const std::vector<std::string>& arguments) {
  if (!arguments.empty() && arguments.front() == "enter") {
    return enter({arguments.begin() + 1, arguments.end()});
  }
  LabArguments parsed{.directory = default_directory()};
  const Usage explained = usage(parsed);
  const std::string help = help_text(explained);
  const auto words = parse_options(explained, arguments);
  if (!words) {
    return usage_error(words.error().message);
  }
  if (parsed.help) {
    std::cout << help;
    return kExitOk;
  }
  if (words->empty()) {
    return usage_error("expected up, down, status, start, stop or kill");
  }
  if (!parsed.lab.slurm_root.empty()) {
    parsed.lab.slurm_root = canonical_root(parsed.lab.slurm_root);
  }
  lab::Lab lab(parsed.directory, own_programs());
  const bool quiet = parsed.quiet;
  const lab::Progress progress = [quiet](std::string_view line) {
    if (!quiet) {
      std::cout << "lab: " << line << std::endl;
    }
  };
  const std::string& verb = words->front();
  if (verb == "start" || verb == "stop" || verb == "kill") {
    return one_daemon(lab, *words);
  }
  if (words->size() > 1) {
    return usage_error(verb + " takes no further word, got \"" + (*words)[1] + "\"");
  }
  if (verb == "up") {
    return up(lab, parsed, progress);
  }
  if (verb == "down") {
    return report(lab.down(progress));
  }
  if (verb == "status") {
    return print_status(lab);
  }
  return usage_error("no command \"" + verb + "\"");
}

}  // namespace sluice::cmd
