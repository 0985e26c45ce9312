// SPDX-License-Identifier: Apache-2.0
#include "slurm/connect.h"

#include <unistd.h>

#include <array>

#include "base/log.h"
#include "base/text.h"
#include "slurm/cli.h"
#include "slurm/native.h"

namespace sluice::slurm {
namespace {

constexpr std::array<std::string_view, 5> kCommands{"sbatch", "squeue", "scancel", "sinfo",
                                                    "scontrol"};
constexpr std::array<std::string_view, 5> kConfigurations{
    "/etc/slurm/slurm.conf", "/run/slurm/conf/slurm.conf", "/etc/slurm-llnl/slurm.conf",
    "/usr/local/etc/slurm.conf", "/usr/local/etc/slurm/slurm.conf"};

constexpr std::string_view kAdvice =
    "; install the package slurm-client, name the cluster's configuration with SLURM_CONF, start a "
    "Slurm of your own to try (sluice lab up), or run pods without Slurm: sluice up --executor "
    "local";

// libslurm can neither read the flags of a request nor launch a step, and asks slurmdbd without a
// time limit; the commands can.
class NativeWithCommands final : public Slurm {
 public:
  NativeWithCommands(std::unique_ptr<Slurm> native, std::unique_ptr<Slurm> cli)
      : native_(std::move(native)), cli_(std::move(cli)) {}

  std::string_view adapter() const override { return native_->adapter(); }
  Result<ClusterInfo> ping() override { return native_->ping(); }
  Result<JobId> submit(const JobRequest& request) override {
    return request.flags.empty() ? native_->submit(request) : cli_->submit(request);
  }
  Result<std::optional<JobId>> start_now(const JobRequest& request) override {
    return request.flags.empty() ? native_->start_now(request) : cli_->start_now(request);
  }
  Result<JobChanges> jobs(Cursor since) override { return native_->jobs(since); }
  // Rare, and libslurm's connection to slurmdbd has no time limit: a command can be given up.
  Result<std::vector<Job>> remembered_jobs(const std::vector<JobId>& ids) override {
    return cli_->remembered_jobs(ids);
  }
  Result<Job> job(JobId id) override { return native_->job(id); }
  Result<void> signal(JobId id, int signal_number) override {
    return native_->signal(id, signal_number);
  }
  Result<void> signal_steps(JobId id, int signal_number) override {
    return native_->signal_steps(id, signal_number);
  }
  Result<void> complete(JobId id, int exit_code) override {
    return native_->complete(id, exit_code);
  }
  Result<void> cancel(JobId id) override { return native_->cancel(id); }
  Result<std::vector<Partition>> partitions() override { return native_->partitions(); }
  Result<std::vector<Node>> nodes() override { return native_->nodes(); }

 private:
  std::unique_ptr<Slurm> native_;
  std::unique_ptr<Slurm> cli_;
};

bool is_there(const ConnectOptions& options, std::string_view command) {
  if (options.bin_dir.empty()) {
    return find_program(command).has_value();
  }
  return ::access((options.bin_dir + "/" + std::string(command)).c_str(), X_OK) == 0;
}

Result<void> check_commands(const ConnectOptions& options) {
  std::vector<std::string> missing;
  for (const std::string_view command : kCommands) {
    if (!is_there(options, command)) {
      missing.emplace_back(command);
    }
  }
  if (missing.empty()) {
    return {};
  }
  const std::string where = options.bin_dir.empty() ? "$PATH" : options.bin_dir;
  return fail(Code::kNotFound,
              "no Slurm found: " + join(missing, ", ") + " not in " + where + std::string(kAdvice));
}

std::string scontrol(const ConnectOptions& options) {
  return options.bin_dir.empty() ? "scontrol" : options.bin_dir + "/scontrol";
}

Srun srun(const ConnectOptions& options, const std::string& slurm_conf) {
  return {
      options.bin_dir.empty() ? find_program("srun").value_or("srun") : options.bin_dir + "/srun",
      slurm_conf};
}

// Slurm's own command reads the configuration first: libslurm would end this process on a bad one.
// An answer that slurmctld is down is good news here.
Result<void> check_configuration(const ConnectOptions& options, const std::string& slurm_conf,
                                 CommandRunner& runner) {
  TRY_ASSIGN(const CommandOutput output, runner.run({.argv = {scontrol(options), "ping"},
                                                     .environment = {{"SLURM_CONF", slurm_conf}}}));
  if (output.out.find("Slurmctld(") == std::string::npos) {
    return fail(Code::kNotFound, "no Slurm found: " + slurm_conf + " is not usable: " +
                                     std::string(trim(output.err + output.out)));
  }
  return {};
}

// "22.05" of "slurm-wlm 22.05.8": what has to be equal for libslurm and slurmctld to talk.
std::string release_in(std::string_view text) {
  const std::string_view version = split(trim(text), ' ').back();
  return std::string(version.substr(0, version.find('.', version.find('.') + 1)));
}

// Where several installations lie on a machine, the commands are of the cluster's release; libslurm
// of another one would load, and then every call would fail.
Result<std::unique_ptr<Slurm>> load_fitting_native(const ConnectOptions& options,
                                                   const std::string& slurm_conf,
                                                   CommandRunner& runner) {
  TRY_ASSIGN(const std::string ours, native_release(options.module_path));
  TRY_ASSIGN(const CommandOutput answer, runner.run({.argv = {scontrol(options), "--version"},
                                                     .environment = {{"SLURM_CONF", slurm_conf}}}));
  const std::string theirs = release_in(answer.out);
  if (theirs != ours) {
    return fail(Code::kUnsupported, "libslurm is of Slurm " + ours +
                                        ", but scontrol says it is \"" +
                                        std::string(trim(answer.out)) + "\"");
  }
  return load_native(options.module_path, slurm_conf,
                     through_srun(runner, srun(options, slurm_conf)));
}

}  // namespace

Result<std::string> find_configuration(const ConnectOptions& options) {
  if (!options.slurm_conf.empty()) {
    if (::access(options.slurm_conf.c_str(), R_OK) != 0) {
      return fail(Code::kNotFound, "no Slurm found: its configuration " + options.slurm_conf +
                                       " does not exist or is not readable" + std::string(kAdvice));
    }
    return options.slurm_conf;
  }
  std::vector<std::string> looked_for;
  for (const std::string_view path : kConfigurations) {
    looked_for.emplace_back(path);
    if (::access(looked_for.back().c_str(), R_OK) == 0) {
      return looked_for.back();
    }
  }
  return fail(Code::kNotFound, "no Slurm found: no configuration in $SLURM_CONF, " +
                                   join(looked_for, ", ") + std::string(kAdvice));
}

Result<void> set_way(ConnectOptions& options, std::string_view word) {
  constexpr std::string_view kRest = "rest=";
  constexpr std::array<std::pair<std::string_view, Preference>, 3> kWords{
      {{"auto", Preference::kAuto}, {"native", Preference::kNative}, {"cli", Preference::kCli}}};
  for (const auto& [name, preference] : kWords) {
    if (word == name) {
      options.preference = preference;
      return {};
    }
  }
  if (!word.starts_with(kRest)) {
    return fail(Code::kInvalid, "Slurm adapter: expected auto, native, cli or rest=URL, got \"" +
                                    std::string(word) + "\"");
  }
  options.preference = Preference::kRest;
  options.rest.url = word.substr(kRest.size());
  return {};
}

Result<std::unique_ptr<Slurm>> connect(const ConnectOptions& options, CommandRunner& runner) {
  if (options.preference == Preference::kRest) {
    return make_rest(options.rest);
  }
  TRY(check_commands(options));
  TRY_ASSIGN(const std::string slurm_conf, find_configuration(options));
  TRY(check_configuration(options, slurm_conf, runner));
  auto cli = make_cli(runner, {.slurm_conf = slurm_conf, .bin_dir = options.bin_dir});
  if (options.preference == Preference::kCli) {
    return cli;
  }
  auto native = load_fitting_native(options, slurm_conf, runner);
  if (!native) {
    if (options.preference == Preference::kNative) {
      return tl::unexpected(with_context(native.error(), "loading the native Slurm adapter"));
    }
    log::info("using Slurm's commands instead of libslurm", {{"reason", native.error().message}});
    return cli;
  }
  return std::make_unique<NativeWithCommands>(std::move(*native), std::move(cli));
}

}  // namespace sluice::slurm
