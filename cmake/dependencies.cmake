# Every third-party library the product links, each with a decision record under docs/decisions.
# Libraries are linked statically (glibc excepted): the pod runner is started once per pod, and
# symbol resolution of shared OpenSSL and libstdc++ would dominate its start-up.
find_package(Threads REQUIRED)
if(SLUICE_TESTS)
  find_package(GTest REQUIRED)
endif()

function(sluice_static_library name)
  add_library(sluice_dep_${name} INTERFACE)
  foreach(library IN LISTS ARGN)
    find_library(SLUICE_LIB_${library} NAMES lib${library}.a ${library} REQUIRED)
    target_link_libraries(sluice_dep_${name} INTERFACE ${SLUICE_LIB_${library}})
  endforeach()
  target_link_libraries(sluice_dep_${name} INTERFACE Threads::Threads ${CMAKE_DL_LIBS})
endfunction()

sluice_static_library(sqlite sqlite3)
target_link_libraries(sluice_dep_sqlite INTERFACE m)
sluice_static_library(openssl ssl crypto)
sluice_static_library(yaml yaml)
sluice_static_library(re2 re2)
sluice_static_library(zlib z)
sluice_static_library(zstd zstd)
sluice_static_library(nghttp2 nghttp2)
sluice_static_library(dl)

# Asio is header-only; compiled once, in src/http/asio.cpp.
add_library(sluice_dep_asio INTERFACE)
target_compile_definitions(sluice_dep_asio INTERFACE
  BOOST_ASIO_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED)
