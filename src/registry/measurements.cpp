// SPDX-License-Identifier: Apache-2.0
#include "registry/measurements.h"

#include <map>
#include <utility>

#include "base/timestamp.h"
#include "json/quantity.h"
#include "registry/registry.h"

namespace sluice::registry {
namespace {

constexpr std::int64_t kKilo = 1024;
constexpr Duration kIdleWindow = std::chrono::seconds(10);  // of a node without pods

std::string canonical(const std::string& quantity) {
  const auto parsed = json::Quantity::parse(quantity);
  return parsed ? parsed->to_string() : "0";
}

json::Value usage_of(std::int64_t cpu_nanocores, std::int64_t memory_bytes) {
  return json::Object{
      {"cpu", canonical(std::to_string(cpu_nanocores) + "n")},
      {"memory", canonical(std::to_string(memory_bytes / kKilo) + "Ki")},
  };
}

// Go's notation of durations below a minute, in milliseconds.
std::string window_text(Duration window) {
  const auto ms = std::chrono::round<std::chrono::milliseconds>(window).count();
  std::string fraction = std::to_string(1000 + ms % 1000).substr(1);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return std::to_string(ms / 1000) + (fraction.empty() ? "" : "." + fraction) + "s";
}

json::Value head(const api::Kind& kind, const json::Value& of, WallTime now) {
  json::Value metadata = json::Object{{"name", api::name(of)}};
  if (kind.namespaced) {
    metadata["namespace"] = api::ns(of);
  }
  metadata["creationTimestamp"] = format_rfc3339(now);
  if (const json::Value* labels = of.find("metadata", "labels")) {
    metadata["labels"] = *labels;
  }
  return json::Object{
      {"kind", kind.kind}, {"apiVersion", kind.api_version()}, {"metadata", std::move(metadata)}};
}

// What the object is about.
const api::Kind& measured_kind(const api::Kind& kind) {
  return &kind == &api::kinds::pod_metrics() ? api::kinds::pod() : api::kinds::node();
}

Result<std::vector<json::Value>> decode_all(std::span<const StoredObject> items) {
  std::vector<json::Value> objects;
  objects.reserve(items.size());
  for (const StoredObject& item : items) {
    TRY_ASSIGN(json::Value object, item.decode());
    objects.push_back(std::move(object));
  }
  return objects;
}

json::Value pod_metrics(const json::Value& pod, const client::PodUsage& used, WallTime now) {
  json::Array containers;
  for (const client::ContainerUsage& one : used.containers) {
    containers.push_back(
        json::Object{{"name", one.name}, {"usage", usage_of(one.cpu_nanocores, one.memory_bytes)}});
  }
  json::Value metrics = head(api::kinds::pod_metrics(), pod, now);
  metrics["timestamp"] = format_rfc3339(used.time);
  metrics["window"] = window_text(used.window);
  metrics["containers"] = std::move(containers);
  return metrics;
}

json::Value node_metrics(const json::Value& node, const client::PodUsage& used, WallTime now) {
  client::ContainerUsage sum;
  for (const client::ContainerUsage& one : used.containers) {
    sum.cpu_nanocores += one.cpu_nanocores;
    sum.memory_bytes += one.memory_bytes;
  }
  json::Value metrics = head(api::kinds::node_metrics(), node, now);
  metrics["timestamp"] = format_rfc3339(used.time);
  metrics["window"] = window_text(used.window);
  metrics["usage"] = usage_of(sum.cpu_nanocores, sum.memory_bytes);
  return metrics;
}

// The sum is as old as the oldest of what it is made of.
void add(const client::PodUsage& more, client::PodUsage& sum) {
  if (more.time < sum.time) {
    sum.time = more.time;
    sum.window = more.window;
  }
  sum.containers.insert(sum.containers.end(), more.containers.begin(), more.containers.end());
}

}  // namespace

bool Measurements::tells(const api::Kind& kind) {
  return &kind == &api::kinds::pod_metrics() || &kind == &api::kinds::node_metrics();
}

std::vector<json::Value> Measurements::measure_pods(std::span<const json::Value> pods) const {
  std::vector<json::Value> all;
  for (const json::Value& pod : pods) {
    const bool runs = pod.at("status", "phase").as_string() == "Running";
    const auto used = runs ? source_->usage(pod) : std::nullopt;
    if (used && !used->containers.empty()) {
      all.push_back(pod_metrics(pod, *used, clock_.now()));
    }
  }
  return all;
}

Result<std::vector<json::Value>> Measurements::measure_nodes(
    std::span<const json::Value> nodes) const {
  std::string selector = "status.phase=Running";
  if (nodes.size() == 1) {
    selector += ",spec.nodeName=" + api::name(nodes.front());
  }
  TRY_ASSIGN(
      const ListPage page,
      registry_.list(api::kinds::pod(),
                     {.ns = "", .label_selector = "", .field_selector = std::move(selector)}));
  TRY_ASSIGN(const std::vector<json::Value> pods, decode_all(page.items));
  const WallTime now = clock_.now();
  std::map<std::string, client::PodUsage> sums;
  for (const json::Value& node : nodes) {
    sums[api::name(node)] = {.time = now, .window = kIdleWindow};
  }
  for (const json::Value& pod : pods) {
    const auto sum = sums.find(pod.at("spec", "nodeName").as_string());
    const auto used = sum == sums.end() ? std::nullopt : source_->usage(pod);
    if (used) {
      add(*used, sum->second);
    }
  }
  std::vector<json::Value> all;
  for (const json::Value& node : nodes) {
    all.push_back(node_metrics(node, sums[api::name(node)], now));
  }
  return all;
}

Result<std::vector<StoredObject>> Measurements::measure(
    const api::Kind& kind, std::span<const StoredObject> objects) const {
  std::vector<StoredObject> all;
  if (source_ == nullptr || objects.empty()) {
    return all;
  }
  TRY_ASSIGN(const std::vector<json::Value> decoded, decode_all(objects));
  std::vector<json::Value> metrics;
  if (&kind == &api::kinds::pod_metrics()) {
    metrics = measure_pods(decoded);
  } else {
    TRY_ASSIGN(metrics, measure_nodes(decoded));
  }
  for (const json::Value& one : metrics) {
    all.push_back(unstored(one));
  }
  return all;
}

Result<StoredObject> Measurements::get(const api::Kind& kind, const api::Key& key) const {
  TRY_ASSIGN(const StoredObject object, registry_.get(measured_kind(kind), key));
  TRY_ASSIGN(std::vector<StoredObject> measured, measure(kind, {&object, 1}));
  if (measured.empty()) {
    // In metrics-server's words.
    return fail(Code::kNotFound,
                kind.namespaced
                    ? "podmetrics.metrics.k8s.io \"" + key.ns + "/" + key.name + "\" not found"
                    : "nodemetrics.metrics.k8s.io \"" + key.name + "\" not found");
  }
  return std::move(measured.front());
}

Result<ListPage> Measurements::list(const api::Kind& kind, const ListRequest& request) const {
  TRY(Selection::parse(kind, request.label_selector, request.field_selector));
  ListRequest of{.ns = request.ns,
                 .label_selector = request.label_selector,
                 .field_selector = request.field_selector};
  TRY_ASSIGN(ListPage page, registry_.list(measured_kind(kind), of));
  TRY_ASSIGN(page.items, measure(kind, page.items));
  return page;
}

}  // namespace sluice::registry
