// SPDX-License-Identifier: Apache-2.0
#include "controllers/autoscaling/metric.h"

#include <utility>

#include "api/selector.h"
#include "json/quantity.h"

namespace sluice::controllers::autoscaling {
namespace {

constexpr std::int64_t kKilo = 1024;
constexpr std::string_view kNoCustomMetrics =
    "unable to fetch metrics from custom metrics API: no custom metrics API "
    "(custom.metrics.k8s.io) registered";

std::int64_t milli(const json::Value& quantity) {
  const auto parsed = json::Quantity::from(quantity);
  return parsed ? parsed->milli_value() : 0;
}

// Bytes are told in powers of 1024, as the metrics are.
std::string amount_text(const std::string& resource, std::int64_t milli) {
  std::string text = std::to_string(milli) + "m";
  if (resource == "memory" && milli % (1000 * kKilo) == 0) {
    text = std::to_string(milli / 1000 / kKilo) + "Ki";
  }
  return json::Quantity::parse(text).value_or(json::Quantity()).to_string();
}

Result<Goal> goal_of(const json::Value& source, const Scene& scene) {
  const json::Value& target = source.at("target");
  Goal goal{.resource = source.at("name").as_string(),
            .container = source.at("container").as_string(),
            .tolerances = scene.tolerances};
  if (const json::Value* average = target.find("averageValue")) {
    goal.average_milli = milli(*average);
  } else if (const json::Value* utilization = target.find("averageUtilization")) {
    goal.utilization = utilization->as_int();
  } else {
    return fail(Code::kInvalid,
                "invalid resource metric source: neither an average utilization target nor an "
                "average value (usage) target was set");
  }
  return goal;
}

Result<Samples> fetch(client::Client& client, const Goal& goal, const Scene& scene) {
  const auto listed =
      client.list(api::kinds::pod_metrics(), {.ns = scene.ns, .label_selector = scene.selector});
  const std::string doing = "unable to get metrics for resource " + goal.resource;
  if (!listed) {
    return tl::unexpected(with_context(
        listed.error(), doing + ": unable to fetch metrics from resource metrics API"));
  }
  if (listed->items.empty()) {
    return fail(Code::kNotFound, doing + ": no metrics returned from resource metrics API");
  }
  return samples_of(listed->items, goal.resource, goal.container);
}

std::string name_of(const Goal& goal) {
  return goal.resource + (!goal.utilization        ? " resource"
                          : goal.container.empty() ? " resource utilization (percentage of request)"
                                                   : " container resource utilization (percentage "
                                                     "of request)");
}

Result<Reading> read_resource(client::Client& client, const json::Value& source,
                              const std::string& member, const std::string& type,
                              const Scene& scene) {
  TRY_ASSIGN(const Goal goal, goal_of(source, scene));
  const auto proposal = [&]() -> Result<Proposal> {
    TRY_ASSIGN(Samples samples, fetch(client, goal, scene));
    return propose(goal, scene.pods, std::move(samples), scene.current, scene.now);
  }();
  if (!proposal) {
    return tl::unexpected(with_context(
        proposal.error(),
        "failed to get " + goal.resource + (goal.utilization ? " utilization" : " usage")));
  }
  json::Value current = json::Object{};
  if (proposal->utilization) {
    current["averageUtilization"] = *proposal->utilization;
  }
  current["averageValue"] = amount_text(goal.resource, proposal->average_milli);
  json::Value about = json::Object{{"name", goal.resource}};
  if (!goal.container.empty()) {
    about["container"] = goal.container;
  }
  about["current"] = std::move(current);
  return Reading{proposal->replicas, name_of(goal),
                 json::Object{{"type", type}, {member, std::move(about)}}};
}

// As Go shows a selector.
std::string selector_text(const json::Value& metric) {
  const json::Value* selector = metric.find("selector");
  if (selector == nullptr) {
    return "nil";
  }
  std::string labels;
  for (const json::Member& label : selector->at("matchLabels").as_object()) {
    labels += label.key + ": " + label.value.as_string() + ",";
  }
  return "&LabelSelector{MatchLabels:map[string]string{" + labels +
         "},MatchExpressions:[]LabelSelectorRequirement{},}";
}

Silence silent(std::string reason, const std::string& message, const std::string& doing) {
  return {std::move(reason), message, doing + ": " + message};
}

Silence no_pods_metric(const json::Value& source) {
  return silent("FailedGetPodsMetric",
                "unable to get metric " + source.at("metric", "name").as_string() + ": " +
                    std::string(kNoCustomMetrics),
                "failed to get pods metric value");
}

// The order of the words is upstream's.
Silence no_object_metric(const json::Value& source, const Scene& scene) {
  const json::Value& object = source.at("describedObject");
  const std::string& name = source.at("metric", "name").as_string();
  const std::string message = "unable to get metric " + name + ": " +
                              object.at("kind").as_string() + " on " + scene.ns + " " +
                              object.at("name").as_string() + "/" + std::string(kNoCustomMetrics);
  const bool per_pod = source.at("target", "type").as_string() == "AverageValue";
  return silent("FailedGetObjectMetric", message,
                "failed to get object metric value" +
                    (per_pod ? ": failed to get " + name + " object metric" : ""));
}

Silence no_external_metric(const json::Value& source, const Scene& scene) {
  const json::Value& metric = source.at("metric");
  const std::string& name = metric.at("name").as_string();
  const std::string message =
      "unable to get external metric " + scene.ns + "/" + name + "/" + selector_text(metric) +
      ": unable to fetch metrics from external metrics API: the server could not find the "
      "requested resource (get " +
      name + ".external.metrics.k8s.io)";
  const bool per_pod = source.at("target").find("averageValue") != nullptr;
  return silent("FailedGetExternalMetric", message,
                "failed to get " + name + " external metric value: failed to get " +
                    (per_pod ? name + " external metric" : "external metric " + name));
}

}  // namespace

Tolerances tolerances_of(const json::Value& behavior) {
  Tolerances tolerances;
  const auto take = [&](const char* direction, double& tolerance) {
    if (const json::Value* given = behavior.find(direction, "tolerance")) {
      const auto quantity = json::Quantity::from(*given);
      tolerance = quantity ? quantity->approximate_value() : tolerance;
    }
  };
  take("scaleDown", tolerances.down);
  take("scaleUp", tolerances.up);
  return tolerances;
}

tl::expected<Reading, Silence> read_metric(client::Client& client, const json::Value& metric,
                                           const Scene& scene) {
  const std::string& type = metric.at("type").as_string();
  if (type == "Pods") {
    return tl::unexpected(no_pods_metric(metric.at("pods")));
  }
  if (type == "Object") {
    return tl::unexpected(no_object_metric(metric.at("object"), scene));
  }
  if (type == "External") {
    return tl::unexpected(no_external_metric(metric.at("external"), scene));
  }
  const bool of_container = type == "ContainerResource";
  const std::string member = of_container ? "containerResource" : "resource";
  const json::Value& source = metric.at(member);
  auto reading = read_resource(client, source, member, type, scene);
  if (!reading) {
    const std::string what = of_container
                                 ? source.at("container").as_string() + " container metric value"
                                 : source.at("name").as_string() + " resource metric value";
    return tl::unexpected(
        silent("FailedGet" + type + "Metric", reading.error().message, "failed to get " + what));
  }
  return std::move(*reading);
}

}  // namespace sluice::controllers::autoscaling
