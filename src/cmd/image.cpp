// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <iostream>

#include "base/files.h"
#include "base/text.h"
#include "cmd/console.h"
#include "cmd/home.h"
#include "cmd/image_list.h"
#include "cmd/image_packing.h"
#include "cmd/prune_policy.h"
#include "cmd/site.h"
#include "cmd/subcommand.h"
#include "cmd/variable.h"
#include "cmd/verbs.h"
#include "images/reference.h"
#include "images/store.h"
#include "kubelet/images/images_in_use.h"

namespace sluice::cmd {
namespace {

// What every verb takes.
struct StoreArguments {
  std::string home;
  std::vector<std::string> insecure;
  std::string ca_file;
  std::string auth_file;
  std::string runtime = "auto";
  bool quiet = false;
};

const Option home_option(StoreArguments& a) {
  return {"home", "DIR", "state directory (default $SLUICE_HOME or ~/.sluice)", &a.home};
}

Option runtime_option(StoreArguments& a) {
  return {"runtime", "NAME",
          "of the pods that will use it, as for `sluice up`: for apptainer and singularity the\n"
          "image is also packed into one file (default auto: what works on this machine)",
          &a.runtime};
}

Option quiet_option(StoreArguments& a) {
  return {"quiet", "", "print only what was done", &a.quiet};
}

class OpenStore {
 public:
  static Result<OpenStore> open(const StoreArguments& arguments) {
    TRY_ASSIGN(Home home, Home::find(arguments.home));
    TRY(home.prepare());
    images::StoreOptions options{.directory = home.images(),
                                 .insecure_registries = arguments.insecure,
                                 .ca_pem = {},
                                 .proxies = proxy_settings(),
                                 .pack = packing_for(arguments.runtime)};
    if (!arguments.ca_file.empty()) {
      TRY_ASSIGN(options.ca_pem, read_file(arguments.ca_file));
    }
    auto clock = std::make_unique<RealClock>();
    TRY_ASSIGN(auto store, images::ImageStore::open(std::move(options), *clock));
    return OpenStore(std::move(home), std::move(clock), std::move(store));
  }
  images::ImageStore* operator->() { return store_.get(); }
  const Home& home() const { return home_; }

 private:
  OpenStore(Home home, std::unique_ptr<Clock> clock, std::unique_ptr<images::ImageStore> store)
      : home_(std::move(home)), clock_(std::move(clock)), store_(std::move(store)) {}

  Home home_;
  std::unique_ptr<Clock> clock_;  // outlives the store
  std::unique_ptr<images::ImageStore> store_;
};

// Where `docker login` and `podman login` keep what they were told; empty: nowhere.
std::string default_auth_file() {
  const std::string home = variable("HOME");
  const std::array candidates{
      variable("REGISTRY_AUTH_FILE"),
      variable("DOCKER_CONFIG").empty() ? "" : variable("DOCKER_CONFIG") + "/config.json",
      variable("XDG_RUNTIME_DIR").empty() ? ""
                                          : variable("XDG_RUNTIME_DIR") + "/containers/auth.json",
      home.empty() ? "" : home + "/.docker/config.json"};
  std::error_code error;
  for (const std::string& candidate : candidates) {
    if (!candidate.empty() && std::filesystem::exists(candidate, error)) {
      return candidate;
    }
  }
  return "";
}

Result<images::Credentials> credentials(const StoreArguments& arguments) {
  images::Credentials result;
  const std::string file = arguments.auth_file.empty() ? default_auth_file() : arguments.auth_file;
  if (file.empty()) {
    return result;
  }
  TRY_ASSIGN(const std::string text, read_file(file));
  auto added = result.add_docker_config_json(text);
  if (!added && !arguments.auth_file.empty()) {
    return tl::unexpected(with_context(std::move(added).error(), file));
  }
  return result;
}

// A line whenever a layer begins and at every tenth of the bytes.
std::function<void(const images::Progress&)> printer(const std::string& image, bool quiet) {
  if (quiet) {
    return {};
  }
  return [image,
          last = std::pair<std::size_t, std::int64_t>(0, -1)](const images::Progress& now) mutable {
    const std::int64_t tenth = now.bytes_total > 0 ? 10 * now.bytes_done / now.bytes_total : 0;
    if (std::pair(now.layers_done, tenth) > last && now.layers_done < now.layers_total) {
      last = {now.layers_done, tenth};
      std::cerr << progress_line(image, now) << "\n";
    }
  };
}

void print_done(const char* what, const std::string& name, const images::Image& image) {
  std::cout << what << " " << name << " (" << image.id << ", " << human_size(image.size) << ")\n";
}

int pull(const std::vector<std::string>& arguments) {
  StoreArguments a;
  const Usage usage{
      .synopsis = "sluice image pull [options] IMAGE...",
      .summary =
          "Fetches images into the store, as pods do that name them: so that the first pod need "
          "not\n"
          "wait. Layers are verified and unpacked while they arrive; what is there is not fetched\n"
          "again. An IMAGE is a name as in a pod (busybox, quay.io/team/app:v1, "
          "host:5000/a@sha256:…)\n"
          "or files: docker-archive:/x.tar, oci-archive:/x.tar, oci:/directory, dir:/directory.",
      .options = {home_option(a),
                  quiet_option(a),
                  runtime_option(a),
                  {"auth-file", "FILE",
                   "passwords as `docker login` writes them (default $REGISTRY_AUTH_FILE,\n"
                   "$DOCKER_CONFIG/config.json, ~/.docker/config.json)",
                   &a.auth_file},
                  {"insecure-registry", "HOST[:PORT]", "speaks plain HTTP; may be repeated",
                   &a.insecure},
                  {"registry-ca", "FILE", "trust these authorities beside the system's",
                   &a.ca_file}},
      .examples =
          "  sluice image pull busybox:1.36 quay.io/team/app@sha256:…\n"
          "  sluice image pull --insecure-registry reg.local:5000 reg.local:5000/app"};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (parsed.rest.empty()) {
    return usage_error("image pull: which image? See sluice image pull --help");
  }
  const auto logins = credentials(a);
  auto store = OpenStore::open(a);
  if (!logins || !store) {
    return report(!logins ? logins.error() : store.error());
  }
  int exit_code = kExitOk;
  for (const std::string& name : parsed.rest) {
    const auto image = (*store)->pull(
        {.reference = name, .credentials = *logins, .progress = printer(name, a.quiet)});
    if (image) {
      print_done("pulled", name, *image);
    } else {
      exit_code = report(image.error());
    }
  }
  return exit_code;
}

int list(const std::vector<std::string>& arguments) {
  StoreArguments a;
  const Usage usage{
      .synopsis = "sluice image list [options]",
      .summary = "Shows the images in the store: names, id, and the size of their files.",
      .options = {home_option(a)},
      .examples = "  sluice image list"};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  auto store = OpenStore::open(a);
  if (!store) {
    return report(store.error());
  }
  const auto images = (*store)->list();
  if (!images) {
    return report(images.error());
  }
  std::cout << image_table(*images);
  return kExitOk;
}

int import(const std::vector<std::string>& arguments) {
  StoreArguments a;
  std::string name;
  const Usage usage{
      .synopsis = "sluice image import [options] SOURCE",
      .summary =
          "Brings images from files into the store, under the names they carry: what `docker "
          "save`,\n"
          "`podman save` or `skopeo copy` wrote, compressed or not, or a directory in OCI's "
          "layout.\n"
          "SOURCE is a path, or says the form and the image wanted: "
          "docker-archive:/x.tar:busybox:1.",
      .options = {home_option(a),
                  quiet_option(a),
                  runtime_option(a),
                  {"name", "IMAGE", "the name to give, instead of those it carries", &name}},
      .examples =
          "  sluice image import app.tar\n"
          "  sluice image import --name team/app:v1 oci:/srv/images/app"};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  if (parsed.rest.size() != 1) {
    return usage_error("image import: takes one source. See sluice image import --help");
  }
  auto store = OpenStore::open(a);
  if (!store) {
    return report(store.error());
  }
  const auto images = (*store)->import({.source = parsed.rest.front(),
                                        .name = name,
                                        .progress = printer(parsed.rest.front(), a.quiet)});
  if (!images) {
    return report(images.error());
  }
  for (const images::NamedImage& image : *images) {
    print_done("imported", image.reference, image.image);
  }
  return kExitOk;
}

struct PruneArguments {
  std::string unused_for = "720h";
  std::string max_size;
  bool all = false;
};

Result<images::PrunePolicy> policy_of(const PruneArguments& arguments) {
  if (arguments.all) {
    return images::PrunePolicy{
        .unused_for = Duration(0), .max_bytes = {}, .in_use = {}, .grace = Duration(0)};
  }
  return prune_policy(arguments.unused_for, arguments.max_size, "");
}

int prune(const std::vector<std::string>& arguments) {
  StoreArguments a;
  PruneArguments wanted;
  const Usage usage{
      .synopsis = "sluice image prune [options]",
      .summary =
          "Removes images that were not used for a while, then, if there is a limit, the longest\n"
          "unused until the rest fits. Images of pods that are not over stay, and those used in "
          "the\n"
          "last two minutes. What a crash left unfinished goes too.",
      .options = {home_option(a),
                  {"unused-for", "TIME", "remove what was not used for that long (default 720h)",
                   &wanted.unused_for},
                  {"max-size", "SIZE", "and more, until all images together fit", &wanted.max_size},
                  {"all", "", "remove every image that no pod uses, at once", &wanted.all}},
      .examples =
          "  sluice image prune --unused-for 168h --max-size 50Gi\n"
          "  sluice image prune --all"};
  const Parsed parsed = parse_or_explain(usage, arguments);
  if (parsed.exit_code) {
    return *parsed.exit_code;
  }
  auto policy = policy_of(wanted);
  if (!policy) {
    return usage_error(policy.error().message);
  }
  auto store = OpenStore::open(a);
  if (!store) {
    return report(store.error());
  }
  for (const auto& pods : {store->home().pods(), store->home().local() / "pods"}) {
    auto in_use = kubelet::images_in_use(pods);
    if (!in_use) {
      return report(in_use.error());
    }
    policy->in_use.merge(*in_use);
  }
  const auto done = (*store)->prune(*policy);
  if (!done) {
    return report(done.error());
  }
  for (const std::string& id : done->removed) {
    std::cout << "removed " << id << "\n";
  }
  std::cout << done->removed.size() << " images removed, " << human_size(done->bytes) << " freed\n";
  return kExitOk;
}

constexpr std::array kVerbs{
    Verb{"pull", "fetch images before pods need them", pull},
    Verb{"list", "what is there: names, ids, sizes", list},
    Verb{"import", "take images from archives and directories", import},
    Verb{"prune", "remove what nobody uses", prune},
};

}  // namespace

int run_image(const std::vector<std::string>& arguments) {
  return run_verb(
      "image",
      "The images that pods run, unpacked once for all nodes below images/ of the state "
      "directory.",
      kVerbs, arguments);
}

}  // namespace sluice::cmd
