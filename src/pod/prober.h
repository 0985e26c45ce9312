// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "base/clock.h"
#include "pod/check_result.h"
#include "pod/lifecycle_spec.h"

namespace sluice::pod {

// One probe during one run of a container: when the next check is due and what the results so far
// amount to. A verdict changes only after as many equal results in a row as the spec asks for. No
// side effects.
class Prober {
 public:
  enum class Verdict { kOpen, kSuccess, kFailure };

  // `spec` outlives it.
  Prober(const ProbeSpec& spec, SteadyTime first) : spec_(&spec), due_(first) {}

  const ProbeSpec& spec() const { return *spec_; }
  std::optional<SteadyTime> due() const { return due_; }  // nothing: a check is under way
  Verdict verdict() const { return verdict_; }

  void began(SteadyTime now);
  void ended(Outcome outcome, SteadyTime now);  // an error is as if it had not been made

 private:
  const ProbeSpec* spec_;
  std::optional<SteadyTime> due_;
  SteadyTime began_{};
  Verdict verdict_ = Verdict::kOpen;
  bool last_good_ = false;
  std::int64_t in_a_row_ = 0;
};

}  // namespace sluice::pod
