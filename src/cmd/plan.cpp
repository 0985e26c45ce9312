// SPDX-License-Identifier: Apache-2.0
//
// `sluice plan`: what a change of Slurm's configuration takes, without making it.
#include "slurmconf/plan.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <iterator>

#include "base/files.h"
#include "cmd/cluster_plan.h"
#include "cmd/console.h"
#include "cmd/subcommand.h"
#include "slurmconf/validate.h"

namespace sluice::cmd {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string from;
  std::string to;
  std::string release = "22.05";
  std::string file;
  std::string kubeconfig;
};

Usage usage(Options& o) {
  return {.synopsis =
              "sluice plan --from FILE --to FILE [--slurm RELEASE]\n"
              "       sluice plan -f SLURMCLUSTER.yaml",
          .summary =
              "What a change of Slurm's configuration takes in that release: nothing, a "
              "reconfigure, restarts of\n"
              "which daemons, or that it is refused and why. Says first what is wrong with the new "
              "files. A\n"
              "directory stands for all of slurm.conf, gres.conf, cgroup.conf, topology.conf, "
              "plugstack.conf\n"
              "and slurmdbd.conf in it. -f asks for what applying that SlurmCluster would take. "
              "Changes nothing; exits with 1 when the change is refused.",
          .options = {{"from", "FILE", "the configuration in effect", &o.from},
                      {"to", "FILE", "the configuration wanted", &o.to},
                      {"slurm", "RELEASE", "the release of Slurm", &o.release},
                      {"file", "FILE", "a SlurmCluster; its own release counts", &o.file},
                      {"kubeconfig", "FILE",
                       "with --file: whose current context to use (default $KUBECONFIG or "
                       "~/.kube/config)",
                       &o.kubeconfig}},
          .examples = "  sluice plan --from /etc/slurm --to new --slurm 24.11"};
}

struct Read {
  slurmconf::Config config;
  bool is_private = false;  // only its owner reads the file
};

Result<Read> read_one(const fs::path& path) {
  TRY_ASSIGN(const std::string text, read_file(path));
  const slurmconf::File file =
      slurmconf::file_of_name(path.filename().string()).value_or(slurmconf::File::kSlurm);
  const slurmconf::Includes includes = [&](const std::string& name) {
    return read_file(path.parent_path() / name);
  };
  TRY_ASSIGN(slurmconf::Config config, slurmconf::parse(file, {{path.string(), text}}, includes));
  std::error_code error;
  const fs::perms others = fs::perms::group_all | fs::perms::others_all;
  const fs::file_status status = fs::status(path, error);
  return Read{std::move(config), !error && (status.permissions() & others) == fs::perms::none};
}

Result<std::vector<Read>> read_all(const fs::path& path) {
  std::vector<Read> all;
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    TRY_ASSIGN(Read one, read_one(path));
    all.push_back(std::move(one));
    return all;
  }
  for (const slurmconf::File file : slurmconf::kFiles) {
    const fs::path name = path / slurmconf::file_name(file);
    if (fs::exists(name, error)) {
      TRY_ASSIGN(Read one, read_one(name));
      all.push_back(std::move(one));
    }
  }
  if (all.empty()) {
    return fail(Code::kNotFound, path.string() + ": no file of Slurm's configuration is there");
  }
  return all;
}

std::vector<slurmconf::Config> configs(std::vector<Read> all) {
  std::vector<slurmconf::Config> configs;
  for (Read& one : all) {
    configs.push_back(std::move(one.config));
  }
  return configs;
}

// Of each file by itself, and of those that must agree.
std::vector<slurmconf::Finding> findings_of(const std::vector<Read>& all,
                                            slurmconf::Release release) {
  std::vector<slurmconf::Finding> findings;
  const slurmconf::Config* slurm = nullptr;
  const slurmconf::Config* cgroup = nullptr;
  const auto add = [&](std::vector<slurmconf::Finding> more) {
    std::move(more.begin(), more.end(), std::back_inserter(findings));
  };
  for (const Read& one : all) {
    add(slurmconf::validate(one.config, {release, one.is_private}));
    slurm = one.config.file == slurmconf::File::kSlurm ? &one.config : slurm;
    cgroup = one.config.file == slurmconf::File::kCgroup ? &one.config : cgroup;
  }
  if (slurm != nullptr && cgroup != nullptr) {
    add(slurmconf::validate_together(*slurm, *cgroup));
  }
  return findings;
}

Result<slurmconf::Plan> plan(const Options& options) {
  TRY_ASSIGN(const slurmconf::Release release, slurmconf::parse_release(options.release));
  TRY_ASSIGN(std::vector<Read> from, read_all(options.from));
  TRY_ASSIGN(std::vector<Read> to, read_all(options.to));
  std::string wrong;
  for (const slurmconf::Finding& finding : findings_of(to, release)) {
    if (finding.is_error) {
      wrong += "\n  " + finding.source + ": " + finding.message;
    } else {
      std::cerr << slurmconf::to_text({finding});
    }
  }
  if (!wrong.empty()) {
    return fail(Code::kInvalid, "Slurm " + options.release + " would not take it:" + wrong);
  }
  return slurmconf::make_plan(configs(std::move(from)), configs(std::move(to)), release);
}

}  // namespace

int run_plan(const std::vector<std::string>& given) {
  std::vector<std::string> arguments = given;
  Options options;
  for (std::string& word : arguments) {
    word = word == "-f" ? "--file" : word;
  }
  const Parsed parsed = parse_or_explain(usage(options), arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (options.file.empty() && (options.from.empty() || options.to.empty())) {
    return usage_error("expected --from and --to, or -f");
  }
  const auto made =
      options.file.empty() ? plan(options) : plan_of_cluster(options.file, options.kubeconfig);
  if (!made) {
    return report(made.error());
  }
  std::cout << slurmconf::to_text(*made);
  return made->needs == slurmconf::Class::kRefused ? kExitFailure : kExitOk;
}

}  // namespace sluice::cmd
