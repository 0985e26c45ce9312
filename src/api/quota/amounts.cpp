// SPDX-License-Identifier: Apache-2.0
#include "api/quota/amounts.h"

namespace sluice::api::quota {

Amounts amounts_of(const json::Value& list) {
  Amounts amounts;
  for (const json::Member& entry : list.as_object()) {
    amounts[entry.key] = json::Quantity::from(entry.value).value_or(json::Quantity());
  }
  return amounts;
}

json::Value to_json(const Amounts& amounts) {
  json::Object list;
  for (const auto& [resource, amount] : amounts) {
    list.append(resource, amount.to_string());
  }
  return list;
}

void add(Amounts& to, const Amounts& more) {
  for (const auto& [resource, amount] : more) {
    const auto [place, added] = to.emplace(resource, amount);
    if (!added) {
      place->second = place->second + amount;
    }
  }
}

void raise(Amounts& to, const Amounts& others) {
  for (const auto& [resource, amount] : others) {
    const auto [place, added] = to.emplace(resource, amount);
    if (!added && place->second < amount) {
      place->second = amount;
    }
  }
}

Amounts surplus(const Amounts& amounts, const Amounts& less) {
  Amounts result;
  for (const auto& [resource, amount] : amounts) {
    const auto found = less.find(resource);
    const json::Quantity rest = found == less.end() ? amount : amount - found->second;
    if (rest.sign() > 0) {
      result.emplace(resource, rest);
    }
  }
  return result;
}

std::string listed(const Amounts& amounts) {
  std::string text;
  for (const auto& [resource, amount] : amounts) {
    text += (text.empty() ? "" : ",") + resource + "=" + amount.to_string();
  }
  return text;
}

}  // namespace sluice::api::quota
