// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/catalog.h"
#include "apiserver/negotiate.h"
#include "base/clock.h"
#include "registry/watch.h"

namespace sluice::apiserver {

// The events of one watch in the form it asked for: a JSON line or a protobuf frame each. Tables
// name their columns in the first event only. Used by one thread; kind and clock outlive it, the
// kind because of `kept` where it is a custom one.
class EventWriter {
 public:
  EventWriter(const api::Kind& kind, Output output, const Clock& clock, api::KindPtr kept = nullptr)
      : kind_(kind), kept_(std::move(kept)), output_(std::move(output)), clock_(clock) {}

  // "application/json", or with the protobuf stream's own parameter.
  std::string content_type() const;

  Result<std::string> event(const registry::Event& event);

  // The event that ends a watch.
  std::string error(const Error& error) const;

 private:
  json::Value in_form(const json::Value& object);
  Result<std::string> framed(std::string_view type, const json::Value& object) const;

  const api::Kind& kind_;
  api::KindPtr kept_;
  Output output_;
  const Clock& clock_;
  bool columns_sent_ = false;
};

}  // namespace sluice::apiserver
