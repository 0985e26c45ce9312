// SPDX-License-Identifier: Apache-2.0
//
// `sluice render`: the services of a machine as files for people who deploy otherwise.
#include "services/render.h"

#include <iostream>

#include "base/files.h"
#include "base/text.h"
#include "cmd/console.h"
#include "cmd/services_file.h"
#include "cmd/subcommand.h"

namespace sluice::cmd {
namespace {

struct Options {
  std::string file;
  std::string output;
  std::string nomad_version = "1.8";
  std::string pool;
  services::RenderOptions render;
};

Usage usage(Options& o) {
  return Usage{
      .synopsis = "sluice render nomad|kubernetes|systemd --file FILE [options]",
      .summary =
          "Writes the services of a machine (a document of the kind NodeServices) as jobs of Nomad "
          "(HCL, and\n"
          "JSON for its API), as DaemonSets, or as units of systemd with their files, with the "
          "start gates of\n"
          "`sluice jobsync` in them. Starts nothing.",
      .options = {{"file", "FILE", "the graph, YAML or JSON (also: -f FILE)", &o.file},
                  {"output", "DIR", "where to write the files (also: -o DIR); else all are printed",
                   &o.output},
                  {"program", "PATH", "where sluice is on the machines", &o.render.program},
                  {"run-dir", "DIR", "where the machine's services say how they are",
                   &o.render.run_directory},
                  {"image", "IMAGE", "for kubernetes: where a service names none", &o.render.image},
                  {"namespace", "NAME", "for kubernetes", &o.render.space},
                  {"pool", "NAME", "for machines of that pool (default: of all)", &o.pool},
                  {"nomad-version", "VERSION", "for nomad: older ones do not know every setting",
                   &o.nomad_version}},
      .examples =
          "  sluice render systemd -f services.yaml -o /tmp/root\n"
          "  sluice render nomad -f services.yaml -o jobs --nomad-version 1.6"};
}

Result<std::vector<services::Rendered>> render(const std::string& form, Options& options) {
  TRY_ASSIGN(const services::NodeServices graph, read_services_file(options.file, options.pool));
  if (form == "systemd") {
    return services::render_systemd(graph, options.render);
  }
  if (form == "kubernetes") {
    return services::render_kubernetes(graph, options.render);
  }
  TRY_ASSIGN(options.render.nomad_version, parse_nomad_version(options.nomad_version));
  return services::render_nomad(graph, options.render);
}

Result<void> deliver(const std::vector<services::Rendered>& files, const std::string& directory) {
  for (const services::Rendered& file : files) {
    if (directory.empty()) {
      std::cout << "# " << file.path << "\n" << file.text << "\n";
      continue;
    }
    const std::filesystem::path path = std::filesystem::path(directory) / file.path;
    TRY(make_directory(path.parent_path(), 0755));
    TRY(write_file_replacing(path, file.text, file.mode));
  }
  return {};
}

}  // namespace

int run_render(const std::vector<std::string>& arguments) {
  Options options;
  std::vector<std::string> words = arguments;
  for (std::string& word : words) {
    word = word == "-f" ? "--file" : word == "-o" ? "--output" : word;
  }
  const Parsed parsed = parse_or_explain(usage(options), words);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  const std::string form = parsed.rest.size() == 1 ? parsed.rest.front() : "";
  if (form != "nomad" && form != "kubernetes" && form != "systemd") {
    return usage_error("as what? sluice render nomad, kubernetes or systemd");
  }
  if (options.file.empty()) {
    return usage_error("of what? sluice render " + form + " -f FILE");
  }
  const auto files = render(form, options);
  if (!files) {
    return report(files.error());
  }
  const auto done = deliver(*files, options.output);
  return done ? kExitOk : report(done.error());
}

}  // namespace sluice::cmd
