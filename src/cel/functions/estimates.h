// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "cel/data_path.h"
#include "cel/expression.h"
#include "cel/functions/function.h"
#include "cel/range.h"

namespace sluice::cel {

// What a call is made with, before there are values.
struct Operand {
  const Expression* expression = nullptr;
  DataPath path;
  std::optional<Range> size;  // nothing: anything
};

struct CallSite {
  const Overload& overload;
  const Operand* target = nullptr;  // null unless it is called on something
  std::span<const Operand> arguments;
  const SizeLookup& sizes;
};

struct CallEstimate {
  Range cost;
  std::optional<Range> result_size;  // of texts, lists and maps, where it is known
};

// What one overload costs, without its operands. The numbers are those definitions are accepted or
// refused by in Kubernetes, and are not always what the call is charged when it runs.
CallEstimate estimate_call(const CallSite& call);

}  // namespace sluice::cel
