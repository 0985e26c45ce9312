// SPDX-License-Identifier: Apache-2.0
#include "kubelet/resolve.h"

#include "api/meta.h"
#include "kubelet/environment.h"
#include "kubelet/expansion.h"
#include "kubelet/resolve_lifecycle.h"

namespace sluice::kubelet {
namespace {

// The volume every pod gets for its service account; nothing on the host reads it.
constexpr std::string_view kServiceAccountVolume = "kube-api-access-";

std::string volume_type(const json::Value& volume) {
  for (const json::Member& member : volume.as_object()) {
    if (member.key != "name") {
      return member.key;
    }
  }
  return "unknown";
}

Result<void> refuse_volumes(const json::Value& spec, const json::Value& container) {
  for (const json::Value& mount : container.at("volumeMounts").as_array()) {
    const std::string& name = mount.at("name").as_string();
    if (name.starts_with(kServiceAccountVolume)) {
      continue;
    }
    for (const json::Value& volume : spec.at("volumes").as_array()) {
      if (volume.at("name").as_string() == name) {
        return fail(Code::kUnsupported, "volume \"" + name + "\" (" + volume_type(volume) +
                                            "): the host runtime cannot mount volumes");
      }
    }
  }
  return {};
}

Result<pod::ContainerSpec> resolve_container(EnvironmentSource& source,
                                             const json::Value& container) {
  pod::ContainerSpec result;
  result.name = container.at("name").as_string();
  result.image = container.at("image").as_string();
  result.working_directory = container.at("workingDir").as_string();
  result.input = container.at("stdin").as_bool();
  result.input_once = container.at("stdinOnce").as_bool();
  result.terminal = container.at("tty").as_bool();
  TRY_ASSIGN(result.environment, source.environment_of(container));
  // On the host there is no image and so no entrypoint: arguments without a command are the
  // command, as they are for every image without an entrypoint.
  for (const char* part : {"command", "args"}) {
    for (const json::Value& word : container.at(part).as_array()) {
      result.argv.push_back(expand(word.as_string(), result.environment));
    }
  }
  result.lifecycle = resolve_lifecycle(container);
  return result;
}

Result<std::vector<pod::ContainerSpec>> resolve_containers(EnvironmentSource& source,
                                                           const json::Value& spec,
                                                           const json::Value& containers) {
  std::vector<pod::ContainerSpec> result;
  for (const json::Value& container : containers.as_array()) {
    TRY(refuse_volumes(spec, container));
    auto resolved = resolve_container(source, container);
    if (!resolved) {
      return tl::unexpected(
          with_context(resolved.error(), "container " + container.at("name").as_string()));
    }
    result.push_back(std::move(*resolved));
  }
  return result;
}

}  // namespace

Result<pod::PodSpec> resolve(client::Client& client, const json::Value& pod) {
  const json::Value& spec = pod.at("spec");
  EnvironmentSource source(client, pod);
  pod::PodSpec result;
  result.ns = api::ns(pod);
  result.name = api::name(pod);
  const std::string& policy = spec.at("restartPolicy").as_string();
  result.restart_policy = policy.empty() ? "Always" : policy;
  result.grace_period_seconds = spec.at("terminationGracePeriodSeconds").as_int(30);
  result.active_deadline_seconds = spec.at("activeDeadlineSeconds").as_int();
  TRY_ASSIGN(result.init_containers, resolve_containers(source, spec, spec.at("initContainers")));
  TRY_ASSIGN(result.containers, resolve_containers(source, spec, spec.at("containers")));
  return result;
}

Result<std::vector<pod::ContainerSpec>> resolve_ephemeral(client::Client& client,
                                                          const json::Value& pod) {
  EnvironmentSource source(client, pod);
  const json::Value& spec = pod.at("spec");
  return resolve_containers(source, spec, spec.at("ephemeralContainers"));
}

}  // namespace sluice::kubelet
