// SPDX-License-Identifier: Apache-2.0
#include "cmd/image_list.h"

#include <gtest/gtest.h>

namespace sluice::cmd {
namespace {

images::NamedImage named(const std::string& reference, char id, std::int64_t size) {
  images::NamedImage result{reference, {}};
  result.image.id = "sha256:" + std::string(64, id);
  result.image.size = size;
  return result;
}

TEST(ImageList, SizesAreShort) {
  EXPECT_EQ(human_size(0), "0B");
  EXPECT_EQ(human_size(999), "999B");
  EXPECT_EQ(human_size(4'260'000), "4.26MB");
  EXPECT_EQ(human_size(999'900), "1MB");
  EXPECT_EQ(human_size(12'345'678'901), "12.3GB");
}

TEST(ImageList, IsATable) {
  const std::string digest = "sha256:" + std::string(64, 'd');
  EXPECT_EQ(image_table({named("docker.io/library/busybox:1", 'a', 4'260'000),
                         named("docker.io/library/busybox@" + digest, 'a', 4'260'000),
                         named("quay.io/x@" + digest, 'b', 10), named("", 'c', 20),
                         named("oci:/dir:v1", 'e', 30)}),
            "REPOSITORY                  TAG      IMAGE ID       SIZE\n"
            "<none>                      <none>   cccccccccccc   20B\n"
            "docker.io/library/busybox   1        aaaaaaaaaaaa   4.26MB\n"
            "oci:/dir:v1                 <none>   eeeeeeeeeeee   30B\n"
            "quay.io/x                   <none>   bbbbbbbbbbbb   10B\n");
  EXPECT_EQ(image_table({}), "REPOSITORY   TAG   IMAGE ID   SIZE\n");
}

TEST(ImageList, ProgressSaysHowMuchIsLeft) {
  images::Progress progress{.layers_done = 1, .layers_total = 3, .bytes_done = 1'000'000};
  EXPECT_EQ(progress_line("a:1", progress), "a:1: layer 2 of 3, 1MB");
  progress = {.layers_done = 3, .layers_total = 3, .bytes_done = 5, .bytes_total = 5};
  EXPECT_EQ(progress_line("a:1", progress), "a:1: layer 3 of 3, 5B of 5B");
}

}  // namespace
}  // namespace sluice::cmd
