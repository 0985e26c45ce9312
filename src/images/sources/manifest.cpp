// SPDX-License-Identifier: Apache-2.0
#include "images/sources/manifest.h"

#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"
#include "images/reference.h"
#include "json/text.h"

namespace sluice::images {
namespace {

// uname's names and those of Go, which images carry.
struct Machine {
  std::string_view name;
  std::string_view architecture;
  std::string_view variant = "";
};
constexpr std::array kMachines{
    Machine{"x86_64", "amd64"},     Machine{"aarch64", "arm64", "v8"},
    Machine{"armv7l", "arm", "v7"}, Machine{"armv6l", "arm", "v6"},
    Machine{"ppc64le", "ppc64le"},  Machine{"s390x", "s390x"},
    Machine{"riscv64", "riscv64"},  Machine{"loongarch64", "loong64"},
    Machine{"i686", "386"},
};

Result<Descriptor> parse_descriptor(const json::Value& value, const std::string& field) {
  Descriptor descriptor{.media_type = value.at("mediaType").as_string(),
                        .digest = value.at("digest").as_string(),
                        .size = value.at("size").as_int()};
  if (!is_digest(descriptor.digest)) {
    return fail(Code::kInvalid,
                field + ".digest of the manifest is not a digest: \"" + descriptor.digest + "\"");
  }
  if (descriptor.size < 0) {
    return fail(Code::kInvalid, field + ".size of the manifest is negative");
  }
  return descriptor;
}

Result<Manifest> parse_choices(const json::Array& items) {
  Manifest manifest;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const json::Value& item = items[i];
    TRY_ASSIGN(Descriptor descriptor,
               parse_descriptor(item, "manifests[" + std::to_string(i) + "]"));
    const json::Value& platform = item.at("platform");
    const json::Value& notes = item.at("annotations");
    const std::string& full_name = notes.at("io.containerd.image.name").as_string();
    manifest.choices.push_back(
        {.descriptor = std::move(descriptor),
         .platform = {platform.at("os").as_string(), platform.at("architecture").as_string(),
                      platform.at("variant").as_string()},
         .name = full_name.empty() ? notes.at("org.opencontainers.image.ref.name").as_string()
                                   : full_name});
  }
  if (manifest.choices.empty()) {
    return fail(Code::kInvalid, "the manifest lists no images");
  }
  return manifest;
}

Result<Manifest> parse_image(const json::Value& document) {
  Manifest manifest;
  TRY_ASSIGN(manifest.config, parse_descriptor(document.at("config"), "config"));
  const json::Array& layers = document.at("layers").as_array();
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const std::string field = "layers[" + std::to_string(i) + "]";
    TRY_ASSIGN(Descriptor layer, parse_descriptor(layers[i], field));
    if (layer.media_type.ends_with("+encrypted")) {
      return fail(Code::kUnsupported, field + " of the manifest is encrypted");
    }
    manifest.layers.push_back(std::move(layer));
  }
  return manifest;
}

}  // namespace

std::string Platform::text() const {
  return os + "/" + architecture + (variant.empty() ? "" : "/" + variant);
}

Platform this_platform() {
  struct utsname name {};
  ::uname(&name);
  for (const Machine& machine : kMachines) {
    if (machine.name == name.machine) {
      return {"linux", std::string(machine.architecture), std::string(machine.variant)};
    }
  }
  return {"linux", name.machine};
}

bool runs_on(const Platform& built, const Platform& machine) {
  if ((!built.os.empty() && built.os != machine.os) ||
      (!built.architecture.empty() && built.architecture != machine.architecture)) {
    return false;
  }
  // arm/v6 runs on v7, not the other way; elsewhere variants are hints.
  return built.architecture != "arm" || built.variant.empty() || built.variant <= machine.variant;
}

Result<Manifest> parse_manifest(std::string_view text) {
  const auto document = json::parse(text);
  if (!document || !document->is_object()) {
    return fail(Code::kInvalid, "the manifest is not a JSON object");
  }
  if (document->find("fsLayers") != nullptr || document->at("schemaVersion").as_int() == 1) {
    return fail(Code::kUnsupported,
                "the manifest is of schema 1, which registries and runtimes gave up; push the "
                "image again with a current tool");
  }
  const bool has_choices = document->at("manifests").is_array();
  const bool has_layers = document->at("layers").is_array();
  if (has_choices == has_layers) {  // both: two readers could disagree about what it is
    return fail(Code::kInvalid, "the manifest must have either layers or manifests");
  }
  return has_choices ? parse_choices(document->at("manifests").as_array()) : parse_image(*document);
}

Result<Descriptor> choose(const Manifest& manifest, const Platform& machine) {
  const Manifest::Choice* best = nullptr;
  std::vector<std::string> known;
  for (const auto& choice : manifest.choices) {
    if (choice.platform.os != "unknown") {  // notes about the others, not images
      known.push_back(choice.platform.text());
    }
    if (!runs_on(choice.platform, machine)) {
      continue;
    }
    // The same variant first, then the plainest.
    const auto rank = [&](const Manifest::Choice& one) {
      return one.platform.variant == machine.variant ? 0 : one.platform.variant.empty() ? 1 : 2;
    };
    if (best == nullptr || rank(choice) < rank(*best) ||
        (machine.architecture == "arm" && rank(choice) == 2 && rank(*best) == 2 &&
         choice.platform.variant > best->platform.variant)) {
      best = &choice;
    }
  }
  if (best == nullptr) {
    return fail(Code::kInvalid, "there is no image for " + machine.text() + "; there is one for " +
                                    (known.empty() ? "nothing" : join(known, ", ")));
  }
  return best->descriptor;
}

}  // namespace sluice::images
