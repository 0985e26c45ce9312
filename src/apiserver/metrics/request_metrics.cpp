// SPDX-License-Identifier: Apache-2.0
#include "apiserver/metrics/request_metrics.h"

#include <algorithm>

#include "base/text.h"

namespace sluice::apiserver {
namespace {

constexpr std::string_view kTotal = "apiserver_request_total";
constexpr std::string_view kDuration = "apiserver_request_duration_seconds";

// As dashboards know the verbs: methods, but for what reads many objects and what stays open.
std::string_view verb_label(const http::Request& request, const RequestInfo& info) {
  if (info.verb == "list") {
    return "LIST";
  }
  if (info.verb == "watch") {
    return "WATCH";
  }
  if (info.verb == "deletecollection") {
    return "DELETECOLLECTION";
  }
  const bool apply = request.headers.get("Content-Type").starts_with("application/apply-patch");
  return request.method == "PATCH" && apply ? "APPLY" : std::string_view(request.method);
}

std::string_view scope_label(const RequestInfo& info) {
  if (!info.is_resource) {
    return "";
  }
  return !info.name.empty() ? "resource" : info.ns.empty() ? "cluster" : "namespace";
}

std::string labels_of(const RequestMetrics::Sample& sample) {
  const RequestInfo& info = sample.info;
  if (!sample.known) {
    return label_text({{"component", "apiserver"},
                       {"dry_run", ""},
                       {"group", ""},
                       {"resource", ""},
                       {"scope", ""},
                       {"subresource", ""},
                       {"verb", "other"},
                       {"version", ""}});
  }
  return label_text({{"component", "apiserver"},
                     {"dry_run", sample.request.target.find("dryRun") ? "All" : ""},
                     {"group", info.group},
                     {"resource", info.resource},
                     {"scope", scope_label(info)},
                     {"subresource", info.is_resource ? info.subresource : info.path},
                     {"verb", verb_label(sample.request, info)},
                     {"version", info.version}});
}

}  // namespace

void RequestMetrics::count(const Sample& sample) {
  const std::string labels = labels_of(sample);
  const std::string with_code =
      label_text({{"code", std::to_string(sample.status)}}) + "," + labels;
  const double seconds = std::chrono::duration<double>(sample.took).count();
  const auto bucket = static_cast<std::size_t>(
      std::lower_bound(kSeconds.begin(), kSeconds.end(), seconds) - kSeconds.begin());
  const std::scoped_lock lock(mutex_);
  ++totals_[with_code];
  if (sample.info.verb != "watch") {
    Durations& durations = durations_[labels];
    ++durations.counts[bucket];
    durations.sum += seconds;
  }
}

void RequestMetrics::write(Exposition& page) const {
  const std::scoped_lock lock(mutex_);
  page.family(kTotal, "counter", "Requests by what they asked for and how they were answered.");
  for (const auto& [labels, count] : totals_) {
    page.sample(kTotal, labels, static_cast<double>(count));
  }
  page.family(kDuration, "histogram", "Seconds until requests other than watches were answered.");
  for (const auto& [labels, durations] : durations_) {
    std::uint64_t so_far = 0;
    for (std::size_t i = 0; i < durations.counts.size(); ++i) {
      so_far += durations.counts[i];
      const std::string limit = i < kSeconds.size() ? number_text(kSeconds[i]) : "+Inf";
      page.sample(std::string(kDuration) + "_bucket", labels + "," + label_text({{"le", limit}}),
                  static_cast<double>(so_far));
    }
    page.sample(std::string(kDuration) + "_sum", labels, durations.sum);
    page.sample(std::string(kDuration) + "_count", labels, static_cast<double>(so_far));
  }
}

}  // namespace sluice::apiserver
