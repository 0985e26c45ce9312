// SPDX-License-Identifier: Apache-2.0
#include "pools/waiting_work.h"

#include <algorithm>
#include <utility>

namespace sluice::pools {
namespace {

bool fits(const Shape& work, const Shape& room) {
  return work.cpu_thousandths <= room.cpu_thousandths && work.memory_mib <= room.memory_mib;
}

}  // namespace

Packed pack(std::vector<WaitingWork> waiting, const Shape& machine, std::int64_t most) {
  std::stable_sort(waiting.begin(), waiting.end(), [](const WaitingWork& a, const WaitingWork& b) {
    return std::pair(a.each.cpu_thousandths, a.each.memory_mib) >
           std::pair(b.each.cpu_thousandths, b.each.memory_mib);
  });
  Packed packed;
  std::vector<Shape> room;  // of each machine
  for (const WaitingWork& work : waiting) {
    if (!fits(work.each, machine)) {
      packed.too_large.push_back(work.name);
      continue;
    }
    std::int64_t left = std::min(work.machines, most);
    for (Shape& one : room) {
      if (left > 0 && fits(work.each, one)) {
        one.cpu_thousandths -= work.each.cpu_thousandths;
        one.memory_mib -= work.each.memory_mib;
        --left;
      }
    }
    for (; left > 0 && std::ssize(room) < most; --left) {
      room.push_back({machine.cpu_thousandths - work.each.cpu_thousandths,
                      machine.memory_mib - work.each.memory_mib});
    }
    if (left == 0 && work.machines <= most) {
      packed.placed.push_back(work.name);
    }
  }
  packed.machines = std::ssize(room);
  return packed;
}

}  // namespace sluice::pools
