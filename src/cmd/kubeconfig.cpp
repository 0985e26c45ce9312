// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "base/files.h"
#include "cmd/console.h"
#include "cmd/home.h"
#include "cmd/subcommand.h"

namespace sluice::cmd {

int run_kubeconfig(const std::vector<std::string>& arguments) {
  std::string home_option;
  bool path_only = false;
  const Usage usage{
      .synopsis = "sluice kubeconfig [options]",
      .summary =
          "Prints the kubeconfig of the Kubernetes that `sluice up` runs. It holds a private key: "
          "do not\n"
          "share it.",
      .options = {{"home", "DIR", "state directory (default $SLUICE_HOME or ~/.sluice)",
                   &home_option},
                  {"path", "", "print where the file is instead of its content", &path_only}},
      .examples =
          "  export KUBECONFIG=$(sluice kubeconfig --path)\n"
          "  sluice kubeconfig > ~/.kube/sluice"};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  const auto home = Home::find(home_option);
  if (!home) {
    return report(home.error());
  }
  const auto text = read_file(home->kubeconfig());
  if (!text) {
    return report(Error{Code::kNotFound, "there is no kubeconfig in " + home->directory().string() +
                                             " yet; `sluice up` writes it"});
  }
  std::cout << (path_only ? home->kubeconfig().string() + "\n" : *text);
  return kExitOk;
}

}  // namespace sluice::cmd
