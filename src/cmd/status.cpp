// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <map>

#include "api/kind.h"
#include "api/meta.h"
#include "cmd/console.h"
#include "cmd/home.h"
#include "cmd/subcommand.h"
#include "remote/http_client.h"

namespace sluice::cmd {
namespace {

std::string node_line(const client::Object& node) {
  const json::Value* ready = api::condition(node, "Ready");
  const bool is_ready = api::has_condition(node, "Ready");
  std::string line = "node " + api::name(node) + ": " + (is_ready ? "Ready" : "NotReady");
  if (!is_ready && ready != nullptr) {
    line += " (" + ready->at("message").as_string() + ")";
  }
  return line + ", " + node.at("status", "capacity", "cpu").as_string() + " CPUs, " +
         node.at("status", "capacity", "memory").as_string() + " memory\n";
}

Result<std::string> cluster_lines(const Home& home) {
  TRY_ASSIGN(const auto client, remote::connect(home.kubeconfig()));
  TRY_ASSIGN(const auto nodes, client->list(api::kinds::node(), {}));
  TRY_ASSIGN(const auto pods, client->list(api::kinds::pod(), {}));
  std::string lines;
  for (const auto& node : nodes.items) {
    lines += node_line(*node);
  }
  std::map<std::string, int> phases;
  for (const auto& pod : pods.items) {
    ++phases[pod->at("status", "phase").as_string()];
  }
  lines += "pods: " + std::to_string(pods.items.size());
  for (const auto& [phase, count] : phases) {
    lines += ", " + std::to_string(count) + " " + phase;
  }
  return lines + "\n";
}

}  // namespace

int run_status(const std::vector<std::string>& arguments) {
  std::string home_option;
  const Usage usage{
      .synopsis = "sluice status [options]",
      .summary =
          "Tells whether `sluice up` runs on a directory, where, and how node and pods are. Exit "
          "status 1\n"
          "when nothing runs.",
      .options = {{"home", "DIR", "state directory (default $SLUICE_HOME or ~/.sluice)",
                   &home_option}},
      .examples = "  sluice status"};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  const auto home = Home::find(home_option);
  if (!home) {
    return report(home.error());
  }
  if (!is_held(*home)) {
    std::cout << "nothing runs on " << home->directory().string() << "; `sluice up` starts it\n";
    return kExitFailure;
  }
  const auto holder = read_holder(*home);
  std::cout << home->directory().string() << ": running";
  if (holder) {
    std::cout << " as process " << holder->pid << " on " << holder->host << " since "
              << holder->since;
  }
  std::cout << "\n";
  const auto lines = cluster_lines(*home);
  if (!lines) {
    return report(with_context(lines.error(), "asking the API"));
  }
  std::cout << *lines;
  return kExitOk;
}

}  // namespace sluice::cmd
