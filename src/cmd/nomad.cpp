// SPDX-License-Identifier: Apache-2.0
//
// `sluice nomad`: the services of machines as jobs of Nomad.
#include <iostream>

#include "base/files.h"
#include "base/text.h"
#include "cmd/console.h"
#include "cmd/services_file.h"
#include "cmd/subcommand.h"
#include "cmd/table.h"
#include "cmd/variable.h"
#include "nomad/engine.h"

namespace sluice::cmd {
namespace {

constexpr const char* kAddress = "http://127.0.0.1:4646";
constexpr int kExitWouldChange = 3;

struct Options {
  std::string file;
  std::string address;
  std::string token_file;
  std::string ca_file;
  std::string space = "default";
  std::string region;
  std::int64_t timeout = 300;
  services::RenderOptions render;
};

Usage usage(Options& o) {
  return Usage{
      .synopsis = "sluice nomad plan|apply|status --file FILE [options]",
      .summary =
          "Runs the services of machines (a document of the kind NodeServices) as jobs of Nomad "
          "with the start\n"
          "gates of `sluice jobsync` in them.\n"
          "  plan    shows what would change; exit code 3 when something would\n"
          "  apply   shows it, does it, and waits until all runs; a job that somebody changed "
          "meanwhile stays\n"
          "  status  what runs where\n"
          "Pools are node pools of Nomad; what is for all machines goes to \"all\".\n"
          "The address may be in $NOMAD_ADDR, the token in $NOMAD_TOKEN.",
      .options = {{"file", "FILE", "the graph, YAML or JSON (also: -f FILE)", &o.file},
                  {"address", "URL", "of Nomad", &o.address},
                  {"token-file", "FILE", "holds the token", &o.token_file},
                  {"ca-file", "FILE", "who signed Nomad's certificate", &o.ca_file},
                  {"namespace", "NAME", "of Nomad", &o.space},
                  {"region", "NAME", "of Nomad", &o.region},
                  {"timeout", "SECONDS", "how long apply waits; 0: not at all", &o.timeout},
                  {"program", "PATH", "where sluice is on the machines", &o.render.program},
                  {"run-dir", "DIR", "where the machines' services say how they are",
                   &o.render.run_directory}},
      .examples = "  NOMAD_ADDR=http://127.0.0.1:4646 sluice nomad apply -f services.yaml"};
}

Result<std::unique_ptr<nomad::Client>> connect(const Options& options) {
  nomad::ClientOptions server{
      .address = options.address, .space = options.space, .region = options.region};
  if (server.address.empty()) {
    server.address = variable("NOMAD_ADDR");
  }
  if (server.address.empty()) {
    server.address = kAddress;
  }
  server.token = variable("NOMAD_TOKEN");
  if (!options.token_file.empty()) {
    TRY_ASSIGN(const std::string text, read_file(options.token_file));
    server.token = trim(text);
  }
  const std::string ca_file = options.ca_file.empty() ? variable("NOMAD_CACERT") : options.ca_file;
  if (!ca_file.empty()) {
    TRY_ASSIGN(server.ca_pem, read_file(ca_file));
  }
  return nomad::connect(std::move(server));
}

// Whether anything would change.
bool show(const std::vector<nomad::Step>& steps) {
  bool changes = false;
  for (const nomad::Step& step : steps) {
    const nomad::Plan& plan = step.plan;
    std::cout << plan.job << ": " << (plan.changes_nothing() ? "as it is" : to_lower(plan.type))
              << "\n";
    changes = changes || !plan.changes_nothing();
    for (const auto* lines : {&plan.changes, &plan.placements}) {
      for (const std::string& line : *lines) {
        // All of a new job is new.
        if (plan.type == "Edited" || (!plan.changes_nothing() && lines == &plan.placements)) {
          std::cout << "  " << line << "\n";
        }
      }
    }
    for (const std::string& line : plan.failures) {
      std::cout << "  cannot be placed: " << line << "\n";
    }
    if (!plan.warnings.empty()) {
      std::cout << "  " << plan.warnings << "\n";
    }
  }
  std::cout << std::flush;
  return changes;
}

std::string status_text(const std::vector<nomad::JobStatus>& all) {
  std::vector<std::vector<std::string>> rows{{"JOB", "MACHINE", "STATUS", "WHY"}};
  for (const nomad::JobStatus& job : all) {
    if (job.allocations.empty()) {
      rows.push_back({job.job, "-", "nowhere", ""});
    }
    for (const nomad::Allocation& one : job.allocations) {
      rows.push_back({job.job, one.node, job.is_up(one) ? "up" : one.status, one.why});
    }
  }
  return table_text(rows);
}

Result<int> run(const std::string& verb, const Options& options) {
  TRY_ASSIGN(const services::NodeServices graph, read_services_file(options.file, ""));
  TRY_ASSIGN(const auto client, connect(options));
  RealClock clock;
  nomad::Engine engine(*client, clock);
  if (verb == "status") {
    TRY_ASSIGN(const auto all, engine.look(graph));
    std::cout << status_text(all);
    return kExitOk;
  }
  TRY_ASSIGN(const auto steps, engine.plan(graph, options.render));
  const bool changes = show(steps);
  if (verb == "plan") {
    return changes ? kExitWouldChange : kExitOk;
  }
  TRY(engine.apply(steps));
  if (options.timeout > 0) {
    TRY(engine.wait(graph, std::chrono::seconds(options.timeout)));
  }
  return kExitOk;
}

}  // namespace

int run_nomad(const std::vector<std::string>& arguments) {
  Options options;
  std::vector<std::string> words = arguments;
  for (std::string& word : words) {
    word = word == "-f" ? "--file" : word;
  }
  const Parsed parsed = parse_or_explain(usage(options), words);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  const std::string verb = parsed.rest.size() == 1 ? parsed.rest.front() : "";
  if (verb != "plan" && verb != "apply" && verb != "status") {
    return usage_error("what? sluice nomad plan, apply or status");
  }
  if (options.file.empty()) {
    return usage_error("of what? sluice nomad " + verb + " -f FILE");
  }
  const auto code = run(verb, options);
  return code ? *code : report(code.error());
}

}  // namespace sluice::cmd
