// SPDX-License-Identifier: Apache-2.0
#include "apiserver/conversion_webhook.h"

#include <chrono>
#include <utility>

#include "api/meta.h"
#include "base/random.h"

namespace sluice::apiserver {

namespace {

constexpr std::chrono::seconds kTimeout{30};

Error failed(const std::string& api_version, const std::string& why) {
  return {Code::kInternal, "conversion webhook for " + api_version + " failed: " + why};
}

json::Value review_of(const std::string& uid, const std::string& api_version,
                      const json::Array& objects) {
  return json::Object{
      {"kind", "ConversionReview"},
      {"apiVersion", "apiextensions.k8s.io/v1"},
      {"request",
       json::Object{{"uid", uid}, {"desiredAPIVersion", api_version}, {"objects", objects}}}};
}

// The webhook decides on labels and annotations only.
void keep_identity(const json::Value& original, json::Value& converted) {
  json::Value metadata = original.at("metadata");
  for (const char* member : {"labels", "annotations"}) {
    if (const json::Value* value = converted.find("metadata", member)) {
      metadata[member] = *value;
    } else {
      metadata.erase(member);
    }
  }
  converted["metadata"] = std::move(metadata);
}

Result<json::Array> read_answer(const json::Value& answer, const std::string& uid,
                                const std::string& api_version, const json::Array& objects) {
  const json::Value& response = answer.at("response");
  if (response.at("uid").as_string() != uid) {
    return tl::unexpected(failed(api_version, "the answer is for another request"));
  }
  if (response.at("result", "status").as_string() != "Success") {
    return tl::unexpected(failed(api_version, response.at("result", "message").as_string()));
  }
  json::Array converted = response.at("convertedObjects").as_array();
  if (converted.size() != objects.size()) {
    return tl::unexpected(failed(api_version, "it returned " + std::to_string(converted.size()) +
                                                  " objects, expected " +
                                                  std::to_string(objects.size())));
  }
  for (std::size_t i = 0; i < converted.size(); ++i) {
    const bool same = converted[i].at("apiVersion").as_string() == api_version &&
                      converted[i].at("kind") == objects[i].at("kind") &&
                      api::name(converted[i]) == api::name(objects[i]) &&
                      api::ns(converted[i]) == api::ns(objects[i]) &&
                      api::uid(converted[i]) == api::uid(objects[i]);
    if (!same) {
      return tl::unexpected(
          failed(api_version, "it returned another object at index " + std::to_string(i)));
    }
    keep_identity(objects[i], converted[i]);
  }
  return converted;
}

}  // namespace

registry::ConvertObjects convert_by_webhook(PostReview post) {
  return [post = std::move(post)](const json::Value& webhook, const std::string& api_version,
                                  json::Array objects) -> Result<json::Array> {
    const std::string uid = random_uuid();
    const auto answer =
        post(webhook.at("clientConfig"), review_of(uid, api_version, objects), kTimeout);
    if (!answer && answer.error().code == Code::kTooManyRequests) {
      return tl::unexpected(answer.error());
    }
    if (!answer) {
      return tl::unexpected(failed(api_version, answer.error().message));
    }
    return read_answer(*answer, uid, api_version, objects);
  };
}

}  // namespace sluice::apiserver
