// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace sluice {

using Label = std::pair<std::string_view, std::string_view>;

inline constexpr const char* kExpositionType = "text/plain; version=0.0.4; charset=utf-8";

// Text in the exposition format of Prometheus, version 0.0.4: families first, then their samples.
class Exposition {
 public:
  // `type`: "counter", "gauge" or "histogram".
  void family(std::string_view name, std::string_view type, std::string_view help);
  // `labels` as label_text() writes them, or empty.
  void sample(std::string_view name, std::string_view labels, double value);

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

// `a="x",b="y"`
std::string label_text(std::initializer_list<Label> labels);

// The shortest text that reads back as the same number.
std::string number_text(double value);

}  // namespace sluice
