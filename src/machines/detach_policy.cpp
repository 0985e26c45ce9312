// SPDX-License-Identifier: Apache-2.0
#include "machines/detach_policy.h"

#include <array>
#include <string>

#include "api/duration_text.h"
#include "api/meta.h"

namespace sluice::machines {
namespace {

using detach::Order;

struct Setting {
  const char* field;  // of spec.detach
  const char* annotation;
  const char* expected;
  bool (*take)(const std::string& text, Order& order);  // false: not what is expected
};

template <class T>
bool take(const std::optional<T>& said, T& into) {
  into = said.value_or(into);
  return said.has_value();
}

constexpr std::array kSettings{
    Setting{"mode", "sluice.dev/detach-mode", "graceful or forced",
            [](const std::string& text, Order& order) {
              return take(detach::mode_of(text), order.mode);
            }},
    Setting{"jobs", "sluice.dev/detach-jobs", "requeue or fail",
            [](const std::string& text, Order& order) {
              return take(detach::jobs_end_of(text), order.jobs);
            }},
    Setting{"deadline", "sluice.dev/detach-deadline", "a time as 90m or 24h, 0s for none",
            [](const std::string& text, Order& order) {
              const auto time = api::parse_duration(text);
              if (!time || *time < Duration::zero()) {
                return false;
              }
              order.deadline = *time == Duration::zero() ? std::nullopt : std::optional(*time);
              return true;
            }},
    Setting{"despiteOthers", "sluice.dev/detach-despite-others", "true or false",
            [](const std::string& text, Order& order) {
              order.despite_others = text == "true";
              return text == "true" || text == "false";
            }}};

std::string text_of(const json::Value& said) {
  return said.is_bool() ? (said.as_bool() ? "true" : "false") : said.as_string();
}

}  // namespace

Result<Order> detach_order(const json::Value& machine, const json::Value& node_class) {
  Order order;
  for (const Setting& setting : kSettings) {
    const json::Value& of_class = node_class.at("spec", "detach").at(setting.field);
    const json::Value* own = machine.at("metadata", "annotations").find(setting.annotation);
    const json::Value& said = own != nullptr ? *own : of_class;
    if (!said.is_null() && !setting.take(text_of(said), order)) {
      const std::string where = own != nullptr
                                    ? std::string("annotation ") + setting.annotation
                                    : std::string("SlurmNodeClass spec.detach.") + setting.field;
      return fail(Code::kInvalid,
                  where + ": \"" + text_of(said) + "\": expected " + setting.expected);
    }
  }
  return order;
}

bool is_released_by_hand(const json::Value& machine) {
  return api::annotation(machine, "sluice.dev/detach-release") == "true";
}

}  // namespace sluice::machines
