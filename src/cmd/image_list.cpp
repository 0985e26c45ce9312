// SPDX-License-Identifier: Apache-2.0
#include "cmd/image_list.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include "cmd/table.h"
#include "images/reference.h"

namespace sluice::cmd {
namespace {

constexpr std::size_t kShownDigits = 12;

using Row = std::vector<std::string>;

std::string short_id(const std::string& id) {
  return id.substr(id.find(':') + 1, kShownDigits);
}

Row row_of(const images::NamedImage& named) {
  Row row{"<none>", "<none>", short_id(named.image.id), human_size(named.image.size)};
  const auto reference = images::parse_reference(named.reference);
  if (!named.reference.empty() && reference) {
    const bool in_registry = reference->transport == images::Transport::kRegistry;
    row[0] = in_registry ? reference->repository() : named.reference;
    row[1] = reference->tag.empty() ? "<none>" : reference->tag;
  }
  return row;
}

bool is_digest_only(const Row& row) {
  return row[0] != "<none>" && row[1] == "<none>";
}

}  // namespace

std::string human_size(std::int64_t bytes) {
  constexpr std::array kUnits{"B", "kB", "MB", "GB", "TB"};
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (size >= 999.5 && unit + 1 < kUnits.size()) {
    size /= 1000;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof(text), "%.3g%s", size, kUnits.at(unit));
  return text;
}

std::string image_table(const std::vector<images::NamedImage>& images) {
  std::vector<Row> rows;
  std::set<std::pair<std::string, std::string>> tagged;  // repository and id
  for (const images::NamedImage& image : images) {
    rows.push_back(row_of(image));
    if (rows.back()[1] != "<none>") {
      tagged.emplace(rows.back()[0], rows.back()[2]);
    }
  }
  std::erase_if(rows, [&](const Row& row) {
    return is_digest_only(row) && tagged.contains({row[0], row[2]});
  });
  std::sort(rows.begin(), rows.end());
  rows.insert(rows.begin(), {"REPOSITORY", "TAG", "IMAGE ID", "SIZE"});
  return table_text(rows);
}

std::string progress_line(const std::string& image, const images::Progress& progress) {
  const std::size_t current = std::min(progress.layers_done + 1, progress.layers_total);
  return image + ": layer " + std::to_string(current) + " of " +
         std::to_string(progress.layers_total) + ", " + human_size(progress.bytes_done) +
         (progress.bytes_total > 0 ? " of " + human_size(progress.bytes_total) : "");
}

}  // namespace sluice::cmd
