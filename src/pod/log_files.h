// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace sluice::pod {

// The files a container's output is in, bounded as Kubernetes bounds them: the newest piece has the
// log's own name, older ones have it with .1, .2 and so on behind it, and the oldest goes when
// there are too many. The run before the present one keeps its pieces under a name of its own; runs
// before that are gone. No container has a dot in its name.
//   <attempt dir>/<container>.log[.N]
//   <attempt dir>/<container>.previous.log[.N]
inline constexpr std::size_t kLogPieceBytes = 10 * 1024 * 1024;
inline constexpr int kLogPieces = 5;

std::filesystem::path log_path(const std::filesystem::path& attempt_dir,
                               std::string_view container);
std::filesystem::path previous_log_path(const std::filesystem::path& attempt_dir,
                                        std::string_view container);

// The piece that is that much older than the newest one, 0.
std::filesystem::path log_piece(const std::filesystem::path& log, int age);

// Makes room for a new newest piece: every one becomes older by one.
void rotate_log(const std::filesystem::path& log);

// The present run's pieces become the previous one's.
void keep_as_previous(const std::filesystem::path& log, const std::filesystem::path& previous);

}  // namespace sluice::pod
