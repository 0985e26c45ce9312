// SPDX-License-Identifier: Apache-2.0
#include "kubelet/flags.h"

#include <array>

#include "api/meta.h"
#include "slurm/flags.h"

namespace sluice::kubelet {

Result<std::vector<std::string>> slurm_flags(const json::Value& pod) {
  constexpr std::array kAnnotations{"sluice.dev/flags", "slurm.hpk.io/flags",
                                    "slurm-job.hpk.io/flags"};
  std::vector<std::string> flags;
  for (const char* name : kAnnotations) {
    const std::string& text = api::annotation(pod, name);
    if (text.empty()) {
      continue;
    }
    if (const auto words = slurm::flag_words({text}); !words) {
      return tl::unexpected(with_context(words.error(), std::string("annotation ") + name));
    }
    flags.push_back(text);
  }
  return flags;
}

}  // namespace sluice::kubelet
