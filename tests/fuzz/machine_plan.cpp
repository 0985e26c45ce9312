// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "json/text.h"
#include "json/yaml.h"
#include "machines/plan.h"
#include "machines/user_data.h"

using namespace sluice;

// What users write about machines: {"config": VirtualKubeletConfig, "class": SlurmNodeClass}.
// Whatever is taken can be read again, and text is what it was.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto given = json::parse(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!given) {
    return 0;
  }
  const json::Value& config = given->at("config");
  const json::Value& node_class = given->at("class");
  const auto role = machines::read_role(config);
  if (!role) {
    return 0;
  }
  machines::Contents contents;
  for (const machines::Wanted& wanted : machines::wanted_by(config, node_class, *role)) {
    contents[wanted.field] = std::string(64, 'k');
  }
  const auto plan = machines::make_plan({config, node_class, "w-1", contents});
  if (!plan) {
    return 0;
  }
  CHECK(json::parse(machines::ignition(*plan)).has_value());
  const auto read = json::parse_yaml(machines::cloud_config(*plan));
  CHECK(read.has_value() && read->size() == 1);
  const json::Array& files = read->front().at("write_files").as_array();
  CHECK(files.size() == plan->files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    CHECK(!plan->files[i].is_text || files[i].at("content").as_string() == plan->files[i].bytes);
  }
  return 0;
}
