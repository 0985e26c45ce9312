// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sluice::pools {

// What one machine has for work.
struct Shape {
  std::int64_t cpu_thousandths = 0;
  std::int64_t memory_mib = 0;
  std::map<std::string, std::int64_t> others = {};  // "gres/gpu", "nvidia.com/gpu"

  friend bool operator==(const Shape&, const Shape&) = default;
};

// A job or a pod that waits for machines.
struct WaitingWork {
  std::string name;           // for people
  std::int64_t machines = 1;  // different ones, of each of which it takes `each`
  Shape each;
  std::string lacks = {};  // what it wants that no such machine has, for people; empty: nothing
  std::string kin = {};    // it and others that want the same: an array, pods of one owner
  bool is_next = true;     // nothing goes before it
};

bool fits(const Shape& work, const Shape& room);

// Of what it wants there is none on such a machine; empty: there is some of all.
std::string lacking(const Shape& work, const Shape& machine);

struct Packed {
  std::int64_t machines = 0;             // that hold all of it at once
  std::vector<std::string> placed{};     // what they hold
  std::vector<std::string> too_large{};  // what no such machine could ever hold
};

// How many empty machines of this shape the work needs, packed as it comes: the largest first, each
// into the first machine with room. Never more than `most`, which bounds what it costs too. Pure.
Packed pack(std::vector<WaitingWork> waiting, const Shape& machine, std::int64_t most);

}  // namespace sluice::pools
