// SPDX-License-Identifier: Apache-2.0
#include "kubelet/resolve.h"

#include "api/meta.h"
#include "kubelet/pod_names.h"
#include "kubelet/resolve_container.h"
#include "kubelet/service_environment.h"
#include "kubelet/volumes/volume_files.h"

namespace sluice::kubelet {
namespace {

// The volume every pod gets for its service account; nothing on the host reads it.
constexpr std::string_view kServiceAccountVolume = "kube-api-access-";

Result<void> refuse_volumes(const json::Value& spec, const json::Value& container) {
  for (const json::Value& mount : container.at("volumeMounts").as_array()) {
    const std::string& name = mount.at("name").as_string();
    if (name.starts_with(kServiceAccountVolume)) {
      continue;
    }
    for (const json::Value& volume : spec.at("volumes").as_array()) {
      if (volume.at("name").as_string() == name) {
        return fail(Code::kUnsupported, "volume \"" + name + "\" (" + volume_sort(volume) +
                                            "): the host runtime cannot mount volumes");
      }
    }
  }
  return {};
}

// What looks up the parts of one pod.
class Resolver {
 public:
  Resolver(PodObjects& objects, const std::map<std::string, images::Image>* images,
           std::vector<pod::EnvVar> services)
      : objects_(objects), images_(images), services_(std::move(services)) {}

  Result<std::vector<pod::ContainerSpec>> all(const json::Value& containers) {
    std::vector<pod::ContainerSpec> result;
    for (const json::Value& container : containers.as_array()) {
      auto resolved = one(container);
      if (!resolved) {
        return tl::unexpected(
            with_context(resolved.error(), "container " + container.at("name").as_string()));
      }
      result.push_back(std::move(*resolved));
    }
    return result;
  }

 private:
  Result<pod::ContainerSpec> one(const json::Value& container) {
    if (images_ == nullptr) {
      TRY(refuse_volumes(objects_.pod().at("spec"), container));
      return resolve_container(objects_, container, nullptr, services_);
    }
    const auto image = images_->find(container.at("image").as_string());
    if (image == images_->end()) {
      return fail(Code::kInternal, "its image was not looked for");
    }
    return resolve_container(objects_, container, &image->second, services_);
  }

  PodObjects& objects_;
  const std::map<std::string, images::Image>* images_;
  const std::vector<pod::EnvVar> services_;
};

}  // namespace

Result<pod::PodSpec> resolve(PodObjects& objects,
                             const std::map<std::string, images::Image>* images) {
  const json::Value& pod = objects.pod();
  const json::Value& spec = pod.at("spec");
  TRY_ASSIGN(std::vector<pod::EnvVar> services, service_environment(objects));
  Resolver resolver(objects, images, std::move(services));
  pod::PodSpec result;
  result.ns = api::ns(pod);
  result.name = api::name(pod);
  const std::string& policy = spec.at("restartPolicy").as_string();
  result.restart_policy = policy.empty() ? "Always" : policy;
  result.grace_period_seconds = spec.at("terminationGracePeriodSeconds").as_int(30);
  result.active_deadline_seconds = spec.at("activeDeadlineSeconds").as_int();
  result.names = names_of(pod);
  result.sharing = {.processes = spec.at("shareProcessNamespace").as_bool(),
                    .host_processes = spec.at("hostPID").as_bool(),
                    .host_ipc = spec.at("hostIPC").as_bool()};
  for (const json::Value& sysctl : spec.at("securityContext", "sysctls").as_array()) {
    result.sharing.sysctls.emplace_back(sysctl.at("name").as_string(),
                                        sysctl.at("value").as_string());
  }
  TRY_ASSIGN(result.init_containers, resolver.all(spec.at("initContainers")));
  TRY_ASSIGN(result.containers, resolver.all(spec.at("containers")));
  return result;
}

Result<std::vector<pod::ContainerSpec>> resolve_ephemeral(
    PodObjects& objects, const std::map<std::string, images::Image>* images) {
  TRY_ASSIGN(std::vector<pod::EnvVar> services, service_environment(objects));
  return Resolver(objects, images, std::move(services))
      .all(objects.pod().at("spec", "ephemeralContainers"));
}

}  // namespace sluice::kubelet
