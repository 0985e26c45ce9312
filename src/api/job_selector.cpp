// SPDX-License-Identifier: Apache-2.0
#include "api/meta.h"
#include "api/strategy.h"

namespace sluice::api {

void generate_job_selector(json::Value& job) {
  if (job.at("spec", "manualSelector").as_bool()) {
    return;
  }
  const std::string job_uid = uid(job);
  const std::string job_name = name(job);
  json::Value& labels = job["spec"]["template"]["metadata"]["labels"];
  // what the caller set is for the rules to refuse
  const auto set_missing = [&labels](const char* label, const std::string& value) {
    if (labels.find(label) == nullptr) {
      labels[label] = value;
    }
  };
  set_missing("batch.kubernetes.io/controller-uid", job_uid);
  set_missing("controller-uid", job_uid);
  set_missing("batch.kubernetes.io/job-name", job_name);
  set_missing("job-name", job_name);
  if (job.at("metadata", "labels").as_object().empty()) {  // a Job without labels has its pods'
    const json::Value own = labels;
    job["metadata"]["labels"] = own;
  }
  job["spec"]["selector"]["matchLabels"]["batch.kubernetes.io/controller-uid"] = job_uid;
}

}  // namespace sluice::api
