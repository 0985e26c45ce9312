// SPDX-License-Identifier: Apache-2.0
#include "pools/waiting_work.h"

#include <algorithm>
#include <utility>

namespace sluice::pools {
namespace {

std::int64_t other(const Shape& shape, const std::string& name) {
  const auto found = shape.others.find(name);
  return found == shape.others.end() ? 0 : found->second;
}

void take(Shape& room, const Shape& work) {
  room.cpu_thousandths -= work.cpu_thousandths;
  room.memory_mib -= work.memory_mib;
  for (const auto& [name, wanted] : work.others) {
    if (wanted > 0) {
      room.others[name] -= wanted;
    }
  }
}

}  // namespace

bool fits(const Shape& work, const Shape& room) {
  return work.cpu_thousandths <= room.cpu_thousandths && work.memory_mib <= room.memory_mib &&
         std::all_of(work.others.begin(), work.others.end(), [&](const auto& wanted) {
           return wanted.second <= other(room, wanted.first);
         });
}

std::string lacking(const Shape& work, const Shape& machine) {
  for (const auto& [name, wanted] : work.others) {
    if (wanted > 0 && other(machine, name) == 0) {
      return name;
    }
  }
  return {};
}

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
        take(one, work.each);
        --left;
      }
    }
    for (; left > 0 && std::ssize(room) < most; --left) {
      take(room.emplace_back(machine), work.each);
    }
    if (left == 0 && work.machines <= most) {
      packed.placed.push_back(work.name);
    }
  }
  packed.machines = std::ssize(room);
  return packed;
}

}  // namespace sluice::pools
