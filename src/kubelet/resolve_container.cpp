// SPDX-License-Identifier: Apache-2.0
#include "kubelet/resolve_container.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "containers/program.h"
#include "kubelet/environment.h"
#include "kubelet/expansion.h"
#include "kubelet/pod_names.h"
#include "kubelet/resolve_lifecycle.h"
#include "kubelet/security.h"

namespace sluice::kubelet {
namespace {

std::vector<std::string> expanded(const json::Value& words, const std::vector<pod::EnvVar>& by) {
  std::vector<std::string> all;
  for (const json::Value& word : words.as_array()) {
    all.push_back(expand(word.as_string(), by));
  }
  return all;
}

// A command replaces the image's entrypoint and its arguments; arguments alone replace only those.
std::vector<std::string> arguments(const json::Value& container,
                                   const std::vector<pod::EnvVar>& variables,
                                   const images::Image* image) {
  std::vector<std::string> argv = expanded(container.at("command"), variables);
  std::vector<std::string> args = expanded(container.at("args"), variables);
  if (image != nullptr && argv.empty()) {
    argv = image->config.entrypoint;
    if (args.empty()) {
      args = image->config.command;
    }
  }
  std::move(args.begin(), args.end(), std::back_inserter(argv));
  return argv;
}

bool has(const std::vector<pod::EnvVar>& variables, std::string_view name) {
  return std::any_of(variables.begin(), variables.end(),
                     [&](const pod::EnvVar& variable) { return variable.name == name; });
}

// What the image sets and what every container may count on; the pod's own come after it.
std::vector<pod::EnvVar> image_environment(const json::Value& pod, const images::Image& image,
                                           const images::UserIds& user) {
  std::vector<pod::EnvVar> variables;
  for (const std::string& entry : image.config.environment) {
    const std::size_t equals = entry.find('=');
    variables.push_back(
        {entry.substr(0, equals), equals == std::string::npos ? "" : entry.substr(equals + 1)});
  }
  if (!has(variables, "PATH")) {
    variables.push_back({"PATH", std::string(containers::kUsualPath)});
  }
  if (!has(variables, "HOME")) {
    variables.push_back({"HOME", user.home});
  }
  variables.push_back({"HOSTNAME", names_of(pod).hostname});
  return variables;
}

Result<pod::VolumeMount> mount_of(const json::Value& mount,
                                  const std::vector<pod::EnvVar>& variables) {
  pod::VolumeMount result{.volume = mount.at("name").as_string(),
                          .target = mount.at("mountPath").as_string(),
                          .sub_path = mount.at("subPath").as_string(),
                          .read_only = mount.at("readOnly").as_bool(),
                          .propagation = mount.at("mountPropagation").as_string()};
  if (!result.target.starts_with('/')) {
    result.target.insert(0, "/");  // as container runtimes take it
  }
  const std::string& expression = mount.at("subPathExpr").as_string();
  if (!expression.empty()) {
    result.sub_path = expand(expression, variables);
    if (result.sub_path.find("$(") != std::string::npos) {
      return fail(Code::kInvalid, "subPathExpr \"" + expression + "\" names a variable nobody set");
    }
    const std::filesystem::path path = result.sub_path;
    if (path.is_absolute() || std::find(path.begin(), path.end(), "..") != path.end()) {
      return fail(Code::kInvalid, "subPathExpr \"" + expression + "\" expands to \"" +
                                      result.sub_path + "\", which is not below the volume");
    }
  }
  return result;
}

Result<void> isolate(const json::Value& pod, const json::Value& container,
                     const images::Image& image, pod::ContainerSpec& into) {
  TRY_ASSIGN(const images::UserIds user, user_of(pod, container, image));
  std::vector<pod::EnvVar> environment = image_environment(pod, image, user);
  const std::vector<pod::EnvVar> own = std::move(into.environment);
  into.isolation.image_id = image.digest.empty() ? image.id : image.digest;
  into.isolation.root = image.root;
  into.isolation.identity = identity_of(pod, user);
  TRY_ASSIGN(into.isolation.privileges, privileges_of(pod, container));
  into.isolation.read_only_root =
      container.at("securityContext", "readOnlyRootFilesystem").as_bool();
  for (const json::Value& mount : container.at("volumeMounts").as_array()) {
    TRY_ASSIGN(pod::VolumeMount wish, mount_of(mount, own));
    into.isolation.mounts.push_back(std::move(wish));
  }
  if (container.find("lifecycle", "stopSignal") == nullptr) {
    into.lifecycle.stop_signal =
        pod::signal_number(image.config.stop_signal).value_or(into.lifecycle.stop_signal);
  }
  if (into.working_directory.empty()) {
    into.working_directory = image.config.working_directory;
  }
  std::copy(own.begin(), own.end(), std::back_inserter(environment));
  into.environment = std::move(environment);
  return {};
}

}  // namespace

Result<pod::ContainerSpec> resolve_container(PodObjects& objects, const json::Value& container,
                                             const images::Image* image,
                                             const std::vector<pod::EnvVar>& services) {
  pod::ContainerSpec result;
  result.name = container.at("name").as_string();
  result.image = container.at("image").as_string();
  result.working_directory = container.at("workingDir").as_string();
  result.input = container.at("stdin").as_bool();
  result.input_once = container.at("stdinOnce").as_bool();
  result.terminal = container.at("tty").as_bool();
  TRY_ASSIGN(result.environment, EnvironmentSource(objects).environment_of(container, services));
  result.argv = arguments(container, result.environment, image);
  result.processes_of = container.at("targetContainerName").as_string();
  result.lifecycle = resolve_lifecycle(container);
  if (image != nullptr) {
    TRY(isolate(objects.pod(), container, *image, result));
  }
  if (image != nullptr && result.argv.empty()) {
    return fail(Code::kInvalid,
                "no command specified: neither the container nor its image has one");
  }
  return result;
}

}  // namespace sluice::kubelet
