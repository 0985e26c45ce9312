// SPDX-License-Identifier: Apache-2.0
#include "images/reference.h"

#include <gtest/gtest.h>

namespace sluice::images {
namespace {

const std::string kDigest = "sha256:" + std::string(64, 'a');

std::string normal(const std::string& text) {
  const auto parsed = parse_reference(text);
  return parsed ? parsed->text() : parsed.error().message;
}

TEST(Reference, IsCompletedAsDockerDoes) {
  EXPECT_EQ(normal("busybox"), "docker.io/library/busybox:latest");
  EXPECT_EQ(normal("busybox:1.36"), "docker.io/library/busybox:1.36");
  EXPECT_EQ(normal("team/app"), "docker.io/team/app:latest");
  EXPECT_EQ(normal("docker.io/busybox"), "docker.io/library/busybox:latest");
  EXPECT_EQ(normal("index.docker.io/busybox"), "docker.io/library/busybox:latest");
  EXPECT_EQ(normal("docker.io/library/x:tag"), "docker.io/library/x:tag");
  EXPECT_EQ(normal("localhost/a"), "localhost/a:latest");
  EXPECT_EQ(normal("host:5000/a/b"), "host:5000/a/b:latest");
  EXPECT_EQ(normal("[::1]:5000/a"), "[::1]:5000/a:latest");
  EXPECT_EQ(normal("registry.k8s.io/e2e-test-images/agnhost:2.59"),
            "registry.k8s.io/e2e-test-images/agnhost:2.59");
  EXPECT_EQ(normal("a__b/c-_d"),
            "couldn't parse image name \"a__b/c-_d\": invalid reference format");
}

TEST(Reference, ADigestReplacesTheTag) {
  const auto parsed = parse_reference("host:5000/a/b:v1@" + kDigest);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->registry, "host:5000");
  EXPECT_EQ(parsed->path, "a/b");
  EXPECT_EQ(parsed->digest, kDigest);
  EXPECT_EQ(parsed->text(), "host:5000/a/b@" + kDigest);
}

TEST(Reference, WhatIsNoNameIsRefusedInTheWordsOfKubernetes) {
  EXPECT_EQ(normal("Busybox"),
            "couldn't parse image name \"Busybox\": invalid reference format: repository name "
            "(library/Busybox) must be lowercase");
  EXPECT_EQ(normal(std::string(64, 'a')), "couldn't parse image name \"" + std::string(64, 'a') +
                                              "\": invalid repository name (" +
                                              std::string(64, 'a') +
                                              "), cannot specify 64-byte hexadecimal strings");
  for (const std::string wrong :
       {"", ":", "a:", "a//b", "/a", "a/", "a b", "a:b c", "a@", "a@sha256:12", "a:-x", "a..b",
        "-a", "host:port/a", "ex-.com/a", "a\n", "[::1/a", "a:b:c"}) {
    const auto parsed = parse_reference(wrong);
    ASSERT_FALSE(parsed) << wrong;
    EXPECT_EQ(parsed.error().code, Code::kInvalid);
    EXPECT_NE(parsed.error().message.find("invalid reference format"), std::string::npos) << wrong;
  }
  EXPECT_EQ(normal("x.io/" + std::string(256, 'a')),
            "couldn't parse image name \"x.io/" + std::string(256, 'a') +
                "\": repository name must not be more than 255 characters");
}

TEST(Reference, NamesFiles) {
  const auto archive = parse_reference("docker-archive:/a/../x.tar:busybox:1");
  ASSERT_TRUE(archive);
  EXPECT_EQ(archive->transport, Transport::kDockerArchive);
  EXPECT_EQ(archive->file, "/x.tar");
  EXPECT_EQ(archive->selector, "busybox:1");
  EXPECT_EQ(archive->text(), "docker-archive:/x.tar:busybox:1");
  EXPECT_EQ(parse_reference("oci-archive:/x")->transport, Transport::kOciArchive);
  EXPECT_EQ(parse_reference("oci:/x:v1")->selector, "v1");
  EXPECT_EQ(parse_reference("dir:/x:v1")->file, "/x:v1");
  EXPECT_EQ(normal("oci:v1"), "docker.io/library/oci:v1");
  EXPECT_EQ(normal("docker-archive:./x"),
            "couldn't parse image name \"docker-archive:./x\": the path must begin with /");
  EXPECT_FALSE(parse_reference("oci:/x:"));
}

TEST(Reference, KnowsDigests) {
  EXPECT_TRUE(is_digest(kDigest));
  EXPECT_TRUE(is_digest("sha512:" + std::string(128, '0')));
  EXPECT_FALSE(is_digest("sha256:" + std::string(64, 'A')));
  EXPECT_FALSE(is_digest("sha256:../" + std::string(61, 'a')));
  EXPECT_FALSE(is_digest("md5:" + std::string(32, 'a')));
  EXPECT_FALSE(is_digest("sha256"));
  EXPECT_FALSE(is_digest(""));
}

}  // namespace
}  // namespace sluice::images
