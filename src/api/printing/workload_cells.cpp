// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "api/forms/form.h"
#include "api/printing/cells.h"
#include "base/text.h"
#include "json/text.h"

namespace sluice::api::cells {
namespace {

std::string of_containers(const json::Value& pod_spec, std::string_view member) {
  std::vector<std::string> values;
  for (const json::Value& container : pod_spec.at("containers").as_array()) {
    values.push_back(container.at(member).as_string());
  }
  return join(values, ",");
}

const json::Value& cron_pod(const json::Value& cron_job) {
  return cron_job.at("spec", "jobTemplate", "spec").at("template", "spec");
}

std::string text_or_unknown(const json::Value& value, std::string_view unit) {
  return value.is_null()
             ? "<unknown>"
             : (value.is_string() ? value.as_string() : json::write(value)) + std::string(unit);
}

// "cpu: 40%/80%": the load there is, of the load wanted
std::string target_text(const json::Value& wanted, const json::Value& current) {
  const json::Value& target = wanted.at("target");
  const json::Value& now = current.at("current");
  if (const json::Value& percent = target.at("averageUtilization"); percent.is_int()) {
    return text_or_unknown(now.at("averageUtilization"), "%") + "/" + json::write(percent) + "%";
  }
  if (const json::Value& average = target.at("averageValue"); average.is_string()) {
    return text_or_unknown(now.at("averageValue"), "") + "/" + average.as_string() + " (avg)";
  }
  return text_or_unknown(now.at("value"), "") + "/" + target.at("value").as_string();
}

std::string metric_text(const json::Value& metric, const json::Value& current) {
  std::string member = metric.at("type").as_string();
  if (member.empty()) {
    return "<unknown type>";
  }
  member[0] = static_cast<char>(member[0] | 0x20);  // "Resource" to "resource"
  const json::Value& source = metric.at(member);
  const std::string text = target_text(source, current.at(member));
  const bool resource = member == "resource" || member == "containerResource";
  return resource ? source.at("name").as_string() + ": " + text : text;
}

}  // namespace

json::Value cron_job_containers(const json::Value& cron_job, WallTime) {
  return of_containers(cron_pod(cron_job), "name");
}

json::Value cron_job_images(const json::Value& cron_job, WallTime) {
  return of_containers(cron_pod(cron_job), "image");
}

json::Value cron_job_suspend(const json::Value& cron_job, WallTime) {
  const json::Value& suspend = cron_job.at("spec", "suspend");
  if (suspend.is_null()) {
    return "<unset>";
  }
  return suspend.as_bool() ? "True" : "False";
}

json::Value template_containers(const json::Value& pod_template, WallTime) {
  return of_containers(pod_template.at("template", "spec"), "name");
}

json::Value template_images(const json::Value& pod_template, WallTime) {
  return of_containers(pod_template.at("template", "spec"), "image");
}

json::Value replicas_ready(const json::Value& workload, WallTime) {
  return std::to_string(workload.at("status", "readyReplicas").as_int()) + "/" +
         std::to_string(workload.at("spec", "replicas").as_int());
}

json::Value controller_name(const json::Value& object, WallTime) {
  for (const json::Value& owner : object.at("metadata", "ownerReferences").as_array()) {
    if (owner.at("controller").as_bool()) {
      const std::string& version = owner.at("apiVersion").as_string();
      const std::size_t slash = version.find('/');
      const std::string group = slash == std::string::npos ? "" : "." + version.substr(0, slash);
      return to_lower(owner.at("kind").as_string()) + group + "/" + owner.at("name").as_string();
    }
  }
  return "<none>";
}

json::Value autoscaler_reference(const json::Value& autoscaler, WallTime) {
  const json::Value& target = autoscaler.at("spec", "scaleTargetRef");
  return target.at("kind").as_string() + "/" + target.at("name").as_string();
}

json::Value autoscaler_targets(const json::Value& autoscaler, WallTime) {
  json::Value whole = autoscaler;
  if (whole.at("apiVersion").as_string() == "autoscaling/v1") {
    forms::kAutoscalerV1.to_stored(whole);
  }
  const json::Array& metrics = whole.at("spec", "metrics").as_array();
  const json::Array& current = whole.at("status", "currentMetrics").as_array();
  constexpr std::size_t kShown = 2;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < metrics.size() && i < kShown; ++i) {
    texts.push_back(metric_text(metrics[i], i < current.size() ? current[i] : json::Value::null()));
  }
  if (texts.empty()) {
    return "<none>";
  }
  const std::string more =
      metrics.size() > kShown ? " + " + std::to_string(metrics.size() - kShown) + " more..." : "";
  return join(texts, ", ") + more;
}

}  // namespace sluice::api::cells
