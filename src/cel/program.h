// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "cel/data_path.h"
#include "cel/range.h"
#include "cel/type.h"
#include "cel/value.h"

namespace sluice::cel {

// What an expression may use besides the libraries, which are those of Kubernetes 1.35.
struct Declarations {
  struct Variable {
    std::string name;  // "self"; dots are allowed: "authorizer.requestResource"
    Type type;
  };
  std::vector<Variable> variables;

  // The type behind the name of an object literal such as JSONPatch{op: "add"}; null when there is
  // none. When not set, expressions can make no objects.
  std::function<std::shared_ptr<const ObjectType>(std::string_view name)> find_type = {};

  // The type the expression must have; anything, unless set.
  Type result = {};

  // How large what variables hold can be; when set, the cost is estimated.
  SizeLookup sizes = {};

  // Whether cel.bind() can name a value; Kubernetes has it for selectors of devices only.
  bool binds = false;
};

// Values for an evaluation. Documents behind them must live as long as its result.
class Bindings {
 public:
  void set(std::string name, Value value);
  const Value* find(std::string_view name) const;

 private:
  std::vector<std::pair<std::string, Value>> values_;
};

// What Kubernetes allows one expression, and all expressions of an object or a request together.
inline constexpr std::uint64_t kPerCallCostLimit = 1'000'000;
inline constexpr std::uint64_t kCostBudget = 10'000'000;

// The outcome of an evaluation. Errors are Invalid; beyond the cost limit it is Cancelled, with
// "operation cancelled: actual cost limit exceeded".
struct Evaluation {
  Result<Value> value;
  std::uint64_t cost = 0;
};

// A checked expression. Immutable: copies share it, threads may evaluate it at the same time.
class Program {
 public:
  struct Parts;  // what compile() makes; of no use elsewhere
  explicit Program(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  Evaluation eval(const Bindings& bindings, std::uint64_t cost_limit = kPerCallCostLimit) const;

  // What the checker found it to be.
  const Type& type() const;

  // Whether the expression mentions that variable.
  bool uses(std::string_view variable) const;

  // What an evaluation can cost, when the declarations had sizes.
  const std::optional<Range>& estimated_cost() const;

 private:
  std::shared_ptr<const Parts> parts_;
};

// Parses, checks and prepares. Invalid with all issues in cel-go's form:
//   ERROR: <input>:1:1: undeclared reference to 'x' (in container '')
Result<Program> compile(std::string_view expression, const Declarations& declarations);

}  // namespace sluice::cel
