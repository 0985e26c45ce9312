# What nearly every file includes is parsed once per build, not once per file: parsing is four fifths
# of an unoptimised compile. Standard headers only, so that no edit of ours rebuilds everything. A
# build with this switched off checks that each file includes what it uses.
option(SLUICE_PRECOMPILE "parse the standard headers once" OFF)

set(SLUICE_COMMON_HEADERS <algorithm> <array> <atomic> <chrono> <condition_variable> <cstdint> <deque>
    <functional> <map> <memory> <mutex> <optional> <set> <span> <string> <string_view>
    <thread> <unordered_map> <utility> <variant> <vector> <tl/expected.hpp>)

# g++ 12 forgets that precompiled headers are the system's and, when it optimises, warns of accesses
# inside std::string that never happen.
set(SLUICE_PRECOMPILE_WARNINGS "")
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(SLUICE_PRECOMPILE_WARNINGS -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow
      -Wno-stringop-overread)
endif()

function(sluice_precompile target)
  if(NOT SLUICE_PRECOMPILE)
    return()
  endif()
  # A set of headers serves those compiled with the same flags: macros of GoogleTest are on the
  # command line of what links it, and what shall be small is optimised in another way.
  get_target_property(libraries ${target} LINK_LIBRARIES)
  get_target_property(options ${target} COMPILE_OPTIONS)
  if("GTest::gtest" IN_LIST libraries)
    set(shared sluice_headers_of_tests)
    set(also GTest::gtest GTest::gmock)
    set(headers ${SLUICE_COMMON_HEADERS} <gtest/gtest.h> <gmock/gmock.h>)
  else()
    set(shared sluice_headers)
    set(also "")
    set(headers ${SLUICE_COMMON_HEADERS})
  endif()
  set(optimised "")
  if("-Os" IN_LIST options)
    set(shared sluice_headers_of_the_small)
    set(optimised -Os)
  endif()
  if(NOT TARGET ${shared})
    file(WRITE ${CMAKE_BINARY_DIR}/nothing.cpp "")
    add_library(${shared} OBJECT ${CMAKE_BINARY_DIR}/nothing.cpp)
    target_compile_options(${shared} PRIVATE ${SLUICE_WARNINGS} ${optimised} ${SLUICE_PRECOMPILE_WARNINGS})
    target_link_libraries(${shared} PRIVATE Threads::Threads ${also})
    target_precompile_headers(${shared} PRIVATE ${headers})
  endif()
  target_compile_options(${target} PRIVATE ${SLUICE_PRECOMPILE_WARNINGS})
  target_precompile_headers(${target} REUSE_FROM ${shared})
endfunction()
