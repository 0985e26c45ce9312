// SPDX-License-Identifier: Apache-2.0
//
// A DaemonSet for each service, on the machine's network and among its processes: the gates know
// who lives by process, so all pods must see the same ones. A container that is replaced takes
// everything in it along; what shall survive is replaced only when its pod is deleted.
#include <algorithm>

#include "base/text.h"
#include "json/strings.h"
#include "json/yaml.h"
#include "services/render.h"

namespace sluice::services {
namespace {

using json::Array;
using json::Object;
using json::Value;

constexpr const char* kPoolLabel = "sluice.dev/pool";  // of Nodes, and of what runs there

std::string directory_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 ? "/" : path.substr(0, slash);
}

// The machine's directories that the service and its gates look into.
std::vector<std::string> host_directories(const Service& service, const RenderOptions& options) {
  std::vector<std::string> all{options.run_directory};
  std::vector<std::string> paths = service.needs_files;
  paths.insert(paths.end(), service.provides.begin(), service.provides.end());
  for (const File& file : service.files) {
    paths.push_back(file.path);
  }
  for (const std::string& path : paths) {
    const std::string directory = directory_of(path);
    if (std::find(all.begin(), all.end(), directory) == all.end()) {
      all.push_back(directory);
    }
  }
  return all;
}

Result<Value> node_selector(const Service& service) {
  Value selector = Object{{"kubernetes.io/os", "linux"}};
  if (!service.placement.pool.empty()) {
    selector[kPoolLabel] = service.placement.pool;
  }
  for (const Constraint& one : service.placement.constraints) {
    constexpr std::string_view kStart = "${meta.";
    const bool label = one.attribute.starts_with(kStart) && one.attribute.ends_with("}");
    if (!label || (one.op != "=" && one.op != "==")) {
      return fail(Code::kUnsupported, "\"" + service.name + "\": the constraint " + one.attribute +
                                          " " + one.op +
                                          " is Nomad's; Kubernetes takes ${meta.LABEL} = VALUE");
    }
    selector[one.attribute.substr(kStart.size(), one.attribute.size() - kStart.size() - 1)] =
        one.value;
  }
  return selector;
}

Array mounts(const std::vector<std::string>& directories) {
  Array all;
  for (std::size_t i = 0; i < directories.size(); ++i) {
    all.push_back(Object{{"name", "host-" + std::to_string(i)}, {"mountPath", directories[i]}});
  }
  return all;
}

// What `prepare` puts into place: /files and /secrets. The Secrets must be in the namespace of the
// pod, which waits until they are.
Array prepared_volumes(const Service& service, const std::string& name) {
  Array all;
  if (!service.files.empty()) {
    all.push_back(Object{{"name", "files"}, {"configMap", Object{{"name", name}}}});
  }
  Array sources;
  for (const SecretFile& file : service.secret_files) {
    const Value item = Object{{"key", file.key}, {"path", "file" + std::to_string(sources.size())}};
    sources.push_back(Object{{"secret", Object{{"name", file.secret}, {"items", Array{item}}}}});
  }
  if (!sources.empty()) {
    all.push_back(
        Object{{"name", "secrets"},
               {"projected", Object{{"defaultMode", 0400}, {"sources", std::move(sources)}}}});
  }
  return all;
}

// Others of their Secrets are another pod.
std::string secret_revisions(const Service& service) {
  std::string all;
  for (const SecretFile& file : service.secret_files) {
    all += (all.empty() || file.revision.empty() ? "" : ",") + file.revision;
  }
  return all;
}

Value pod(const Service& service, const NodeServices& graph, const RenderOptions& options,
          const std::string& name) {
  const std::string image = service.image.empty() ? options.image : service.image;
  const std::vector<std::string> directories = host_directories(service, options);
  const Array host_mounts = mounts(directories);

  Value main = Object{
      {"name", service.name},
      {"image", image},
      {"command", json::from_strings(gated_command(service, graph, options, {.stays = true}))},
      {"securityContext", Object{{"runAsUser", 0}}}};
  if (service.kill_mode == KillMode::kProcess) {
    main["securityContext"]["privileged"] = true;  // what it starts gets cgroups of its own
  }
  for (const auto& [variable, value] : service.environment) {
    main["env"].array().push_back(Object{{"name", variable}, {"value", value}});
  }
  for (const Port& port : service.ports) {
    main["ports"].array().push_back(Object{{"name", port.name.substr(0, 15)},
                                           {"containerPort", port.number},
                                           {"hostPort", port.number}});
  }
  if (!service.readiness.empty()) {
    main["readinessProbe"] =
        Object{{"exec", Object{{"command", json::from_strings(service.readiness)}}},
               {"timeoutSeconds", 15}};
  }
  main["volumeMounts"] = host_mounts;
  Value spec = Object{{"hostNetwork", true},
                      {"hostPID", true},
                      {"dnsPolicy", "ClusterFirstWithHostNet"},
                      {"terminationGracePeriodSeconds", 30}};
  Array before;
  const Array prepared = prepared_volumes(service, name);
  if (!prepared.empty()) {
    const std::string script =
        install_script(service, "/files") + install_secrets_script(service, "/secrets");
    Value files = Object{{"name", "prepare"},
                         {"image", image},
                         {"command", Array{"/bin/sh", "-c", script}},
                         {"securityContext", Object{{"runAsUser", 0}}},
                         {"volumeMounts", host_mounts}};
    for (const Value& volume : prepared) {
      const std::string& from = volume.at("name").as_string();
      files["volumeMounts"].array().push_back(
          Object{{"name", from}, {"mountPath", "/" + from}, {"readOnly", true}});
    }
    before.push_back(std::move(files));
  }
  if (has_gate(service, graph.services)) {
    before.push_back(
        Object{{"name", "gate"},
               {"image", image},
               {"command", json::from_strings(gate_command("wait", service, graph, options))},
               {"volumeMounts", host_mounts}});
  }
  if (!before.empty()) {
    spec["initContainers"] = std::move(before);
  }
  spec["containers"] = Array{std::move(main)};
  if (const auto hold = hold_command(service, graph, options); !hold.empty()) {
    spec["containers"].array().push_back(Object{{"name", "hold"},
                                                {"image", image},
                                                {"command", json::from_strings(hold)},
                                                {"volumeMounts", host_mounts}});
  }
  for (std::size_t i = 0; i < directories.size(); ++i) {
    spec["volumes"].array().push_back(
        Object{{"name", "host-" + std::to_string(i)},
               {"hostPath", Object{{"path", directories[i]}, {"type", "DirectoryOrCreate"}}}});
  }
  for (const Value& volume : prepared) {
    spec["volumes"].array().push_back(volume);
  }
  return spec;
}

Result<std::string> objects(const Service& service, const NodeServices& graph,
                            const RenderOptions& options) {
  if (service.image.empty() && options.image.empty()) {
    return fail(Code::kInvalid,
                "\"" + service.name + "\": image: Required value; or say --image for all");
  }
  const std::string name = deployed_name(service, graph);
  Value labels = Object{{"app.kubernetes.io/name", service.name},
                        {"app.kubernetes.io/part-of", graph.name},
                        {"app.kubernetes.io/managed-by", "sluice"}};
  if (!service.placement.pool.empty()) {
    labels[kPoolLabel] = service.placement.pool;
  }
  const Value meta = Object{{"name", name}, {"namespace", options.space}, {"labels", labels}};
  Value spec = pod(service, graph, options, name);
  TRY_ASSIGN(spec["nodeSelector"], node_selector(service));
  Value pod_meta = Object{{"labels", labels}};
  if (const std::string revisions = secret_revisions(service); !revisions.empty()) {
    pod_meta["annotations"] = Object{{"sluice.dev/secret-revisions", revisions}};
  }
  Value set = Object{
      {"apiVersion", "apps/v1"},
      {"kind", service.placement.everywhere ? "DaemonSet" : "Deployment"},
      {"metadata", meta},
      {"spec",
       Object{{"selector", Object{{"matchLabels", labels}}},
              {"template", Object{{"metadata", std::move(pod_meta)}, {"spec", std::move(spec)}}}}}};
  if (!service.placement.everywhere) {
    set["spec"]["replicas"] = 1;
    set["spec"]["strategy"] = Object{{"type", "Recreate"}};
  } else if (service.kill_mode == KillMode::kProcess) {
    set["spec"]["updateStrategy"] = Object{{"type", "OnDelete"}};
  }
  std::string text;
  if (!service.files.empty()) {
    Value map = Object{{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", meta}};
    for (std::size_t i = 0; i < service.files.size(); ++i) {
      map["data"]["file" + std::to_string(i)] = service.files[i].text;
    }
    text += json::write_yaml(map) + "---\n";
  }
  return text + json::write_yaml(set);
}

}  // namespace

Result<std::vector<Rendered>> render_kubernetes(const NodeServices& graph,
                                                const RenderOptions& options) {
  TRY(require_commands(graph));
  std::vector<Rendered> all;
  for (const Service& service : graph.services) {
    TRY_ASSIGN(std::string text, objects(service, graph, options));
    all.push_back({deployed_name(service, graph) + ".yaml", std::move(text)});
  }
  return all;
}

}  // namespace sluice::services
