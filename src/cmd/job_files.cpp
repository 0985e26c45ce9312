// SPDX-License-Identifier: Apache-2.0
#include "cmd/job_files.h"

#include <array>
#include <optional>
#include <string_view>

namespace sluice::cmd {
namespace {

struct Place {
  std::string_view prefix;
  const char* field;
  const char* part;  // what may stand behind the name's colon
};
constexpr std::array<Place, 3> kPlaces = {{{"configmap/", "configMap", "key"},
                                           {"secret/", "secret", "key"},
                                           {"claim/", "claim", "path"}}};

struct Sides {
  std::string path;   // over there
  std::string place;  // here
};

std::optional<Sides> sides_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) {
    return std::nullopt;
  }
  return Sides{text.substr(0, equals), text.substr(equals + 1)};
}

std::optional<json::Value> in_object(const Sides& sides) {
  for (const Place& place : kPlaces) {
    if (!sides.place.starts_with(place.prefix)) {
      continue;
    }
    const std::string rest = sides.place.substr(place.prefix.size());
    const std::size_t colon = rest.find(':');
    json::Value object = json::Object{{"name", rest.substr(0, colon)}};
    if (colon != std::string::npos) {
      object[place.part] = rest.substr(colon + 1);
    }
    return json::Object{{"path", sides.path}, {place.field, std::move(object)}};
  }
  return std::nullopt;
}

}  // namespace

Result<json::Value> input_of(const std::string& text) {
  const auto sides = sides_of(text);
  if (auto item = sides ? in_object(*sides) : std::nullopt) {
    return std::move(*item);
  }
  return fail(Code::kInvalid,
              "--input: expected PATH=configmap/NAME[:KEY], PATH=secret/NAME[:KEY] or "
              "PATH=claim/NAME[:PATH], got \"" +
                  text + "\"");
}

Result<json::Value> result_of(const std::string& text) {
  const auto sides = sides_of(text);
  if (sides && (sides->place.starts_with("https://") || sides->place.starts_with("http://"))) {
    return json::Object{{"path", sides->path}, {"put", json::Object{{"url", sides->place}}}};
  }
  if (auto item = sides ? in_object(*sides) : std::nullopt; item && !item->find("secret")) {
    return std::move(*item);
  }
  return fail(Code::kInvalid,
              "--result: expected PATH=configmap/NAME[:KEY], PATH=claim/NAME[:PATH] or a URL "
              "behind PATH=, got \"" +
                  text + "\"");
}

}  // namespace sluice::cmd
