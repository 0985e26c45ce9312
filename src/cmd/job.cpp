// SPDX-License-Identifier: Apache-2.0
//
// `sluice job`: SlurmJobs for people who live in a shell.
#include <array>
#include <iostream>
#include <iterator>

#include "api/meta.h"
#include "base/files.h"
#include "base/random.h"
#include "cmd/console.h"
#include "cmd/job_client.h"
#include "cmd/job_output.h"
#include "cmd/job_text.h"
#include "cmd/subcommand.h"
#include "cmd/verbs.h"

namespace sluice::cmd {
namespace {

// What every verb takes.
struct Server {
  std::string kubeconfig;
  std::string ns;

  Result<JobClient> connect() const { return JobClient::connect(kubeconfig, ns); }
};

std::vector<Option> with_server(std::vector<Option> options, Server& server) {
  options.push_back(
      {"namespace", "NAME", "where the jobs are (default: the context's)", &server.ns});
  options.push_back({"kubeconfig", "FILE",
                     "whose current context to use (default $KUBECONFIG or ~/.kube/config)",
                     &server.kubeconfig});
  return options;
}

Result<std::string> read_script(const std::string& path) {
  if (path != "-") {
    return read_file(path);
  }
  return std::string(std::istreambuf_iterator<char>(std::cin), {});
}

// Shows each state once, and ends as the job does.
int wait_for(JobClient& client, const std::string& name, std::int64_t patience) {
  std::string last;
  const auto job = client.wait(
      name, patience < 0 ? std::nullopt : std::optional<Duration>(std::chrono::seconds(patience)),
      [&](const client::Object& now) {
        const std::string line = state_line(now);
        if (line != last) {
          std::cout << name << ": " << line << std::endl;
          last = line;
        }
      });
  return job ? exit_status(**job) : report(job.error());
}

int submit(const std::vector<std::string>& arguments) {
  Server server;
  JobArguments job;
  bool wait = false;
  const Usage usage{
      .synopsis = "sluice job submit --cluster CLUSTER [options] SCRIPT",
      .summary =
          "Makes a SlurmJob of a batch script (- reads it from standard input) and prints its "
          "name. "
          "Lines of\n"
          "the script (#SBATCH) win over the options here; both reach sbatch.",
      .options = with_server(
          {{"cluster", "CLUSTER",
            "HOST[:PORT] of a login node, with --secret; or [slurmclusterconnection/]NAME of a "
            "connection",
            &job.cluster},
           {"secret", "NAME", "the Secret to log in with: user, and passwd or privateKey",
            &job.secret},
           {"name", "NAME", "of the SlurmJob (default: the script's, with a suffix)", &job.name},
           {"wait", "", "show its states as they come, and end with its exit status", &wait},
           {"partition", "NAME", "the partition to wait in", &job.partition},
           {"account", "NAME", "the account that pays", &job.account},
           {"qos", "NAME", "the quality of service", &job.qos},
           {"time", "TIME", "minutes, hours:minutes:seconds or days-hours:minutes:seconds",
            &job.time},
           {"nodes", "N", "how many nodes, or a range such as 2-4", &job.nodes},
           {"tasks", "N", "how many processes srun starts", &job.tasks},
           {"cpus-per-task", "N", "processors for each of them", &job.cpus_per_task},
           {"memory", "SIZE", "on each node, as Kubernetes writes it: 4Gi", &job.memory},
           {"gpus", "N", "GPUs in all, or of a type: a100:2", &job.gpus},
           {"chdir", "DIR", "where the script begins, over there", &job.directory},
           {"env", "NAME=VALUE", "a variable for the job; may be repeated", &job.environment},
           {"array", "INDICES", "a task for each: 0-9, or 0-99%5 for five at a time", &job.array},
           {"after", "NAME", "only when that SlurmJob has completed; may be repeated", &job.after},
           {"input", "PATH=FROM",
            "a file for the job below $SLURMJOB_FILES: configmap/NAME[:KEY], secret/NAME[:KEY] or "
            "claim/NAME[:PATH]; may be repeated",
            &job.inputs},
           {"result", "PATH=TO",
            "a file to copy back at its end: configmap/NAME[:KEY], claim/NAME[:PATH] or a URL; may "
            "be repeated",
            &job.results},
           {"retries", "N", "launch it again when it fails, so many times", &job.retries},
           {"ttl", "SECONDS", "delete the SlurmJob so long after its end", &job.ttl},
           {"hold", "", "keep it waiting; `spec.suspend: false` lets it go", &job.hold}},
          server),
      .examples =
          "  sluice job submit --cluster login.example.org --secret cluster run.sh\n"
          "  sluice job submit --cluster cluster --partition gpu --gpus 2 --time 60 --wait "
          "train.sh\n"
          "  printf '#!/bin/sh\\nhostname\\n' | sluice job submit --cluster cluster --wait -"};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (parsed.rest.size() != 1) {
    return usage_error("job submit: takes one script. See sluice job submit --help");
  }
  const auto script = read_script(parsed.rest.front());
  if (!script) {
    return report(script.error());
  }
  if (job.name.empty()) {
    job.name = name_of_script(parsed.rest.front()) + "-" + random_name_suffix();
  }
  auto manifest = job_manifest(job, *script);
  if (!manifest) {
    return usage_error("job submit: " + manifest.error().message);
  }
  auto client = server.connect();
  if (!client) {
    return report(client.error());
  }
  const auto created = client->create(std::move(*manifest));
  if (!created) {
    return report(created.error());
  }
  std::cout << api::name(**created) << std::endl;
  return wait ? wait_for(*client, job.name, -1) : kExitOk;
}

int list(const std::vector<std::string>& arguments) {
  Server server;
  bool all = false;
  const Usage usage{
      .synopsis = "sluice job list [options]",
      .summary = "Shows the SlurmJobs: state, Slurm's number, partition, time and exit code.",
      .options = with_server({{"all-namespaces", "", "of all namespaces", &all}}, server),
      .examples = "  sluice job list\n  sluice job list --all-namespaces"};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (!parsed.rest.empty()) {
    return usage_error("job list: takes no argument. See sluice job list --help");
  }
  auto client = server.connect();
  const auto jobs = client ? client->list(all) : tl::unexpected(client.error());
  if (!jobs) {
    return report(jobs.error());
  }
  std::cout << job_table(*jobs, all);
  return kExitOk;
}

int logs(const std::vector<std::string>& arguments) {
  Server server;
  JobClient::LogRequest request;
  std::int64_t tail = -1;
  std::int64_t task = -1;
  const Usage usage{
      .synopsis = "sluice job logs [options] NAME",
      .summary =
          "Prints what a job printed, also while it runs. It is read from the file over there, "
          "through the\n"
          "pod that stands for the job.",
      .options = with_server({{"follow", "", "go on as long as the job does", &request.follow},
                              {"task", "N", "of an array: which of its tasks", &task},
                              {"tail", "N", "only the last lines", &tail}},
                             server),
      .examples = "  sluice job logs hello\n  sluice job logs --follow --tail 10 hello"};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (parsed.rest.size() != 1) {
    return usage_error("job logs: takes one name. See sluice job logs --help");
  }
  request.name = parsed.rest.front();
  request.container = task < 0 ? "" : "task-" + std::to_string(task);
  request.tail = tail < 0 ? std::nullopt : std::optional(tail);
  auto client = server.connect();
  const auto done =
      client
          ? client->logs(request, [](std::string_view piece) { std::cout << piece << std::flush; })
          : tl::unexpected(client.error());
  return done ? kExitOk : report(done.error());
}

int cancel(const std::vector<std::string>& arguments) {
  Server server;
  const Usage usage{
      .synopsis = "sluice job cancel [options] NAME...",
      .summary =
          "Cancels jobs. Their SlurmJobs stay, with what they printed; `kubectl delete slurmjob` "
          "removes them.",
      .options = with_server({}, server),
      .examples = "  sluice job cancel hello"};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (parsed.rest.empty()) {
    return usage_error("job cancel: which job? See sluice job cancel --help");
  }
  auto client = server.connect();
  if (!client) {
    return report(client.error());
  }
  int exit_code = kExitOk;
  for (const std::string& name : parsed.rest) {
    if (const auto done = client->cancel(name); !done) {
      exit_code = report(done.error());
    }
  }
  return exit_code;
}

int wait(const std::vector<std::string>& arguments) {
  Server server;
  std::int64_t patience = -1;
  const Usage usage{
      .synopsis = "sluice job wait [options] NAME",
      .summary =
          "Shows the states of a job as they come until it is over, and ends with the job's exit "
          "status:\n"
          "0 when it completed, else what its script ended with, 1 when it has no status of its "
          "own.",
      .options =
          with_server({{"timeout", "SECONDS", "give up then, with status 1", &patience}}, server),
      .examples = "  sluice job wait hello && echo good"};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (parsed.rest.size() != 1) {
    return usage_error("job wait: takes one name. See sluice job wait --help");
  }
  auto client = server.connect();
  return client ? wait_for(*client, parsed.rest.front(), patience) : report(client.error());
}

constexpr std::array kVerbs{
    Verb{"submit", "make a SlurmJob of a batch script", submit},
    Verb{"list", "what there is, and in which state", list},
    Verb{"logs", "what a job printed", logs},
    Verb{"wait", "until a job is over, with its exit status", wait},
    Verb{"cancel", "end jobs; their SlurmJobs stay", cancel},
    Verb{"output", "what a run printed, without a Kubernetes", job_output},
};

}  // namespace

int run_job(const std::vector<std::string>& arguments) {
  return run_verb("job",
                  "Batch jobs on Slurm clusters elsewhere, as SlurmJobs of a Kubernetes that runs "
                  "`sluice up` or\n`sluice operator`.",
                  kVerbs, arguments);
}

}  // namespace sluice::cmd
