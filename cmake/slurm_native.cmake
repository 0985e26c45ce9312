# The libslurm adapter is a shared object of its own, loaded at run time (src/slurm/native.cpp), so
# that the program starts on machines without Slurm and follows the ABI of the site's libslurm.
# It speaks C only across its boundary (src/slurm/native_module/abi.h).
find_path(SLURM_INCLUDE_DIR slurm/slurm.h)
find_library(SLURM_LIBRARY slurm)
file(GLOB native_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/slurm/native_module/*.cpp)
if(SLURM_INCLUDE_DIR AND SLURM_LIBRARY AND native_sources)
  add_library(sluice_slurm_native MODULE ${native_sources})
  # Our src/slurm/slurm.h must not hide Slurm's <slurm/slurm.h>: src is for quoted includes only.
  target_include_directories(sluice_slurm_native PRIVATE ${SLURM_INCLUDE_DIR})
  target_compile_options(sluice_slurm_native PRIVATE ${SLUICE_WARNINGS} -fvisibility=hidden
                         -iquote ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(sluice_slurm_native PRIVATE ${SLURM_LIBRARY})
  set_target_properties(sluice_slurm_native PROPERTIES PREFIX "" OUTPUT_NAME sluice-slurm
                        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
else()
  message(STATUS "libslurm headers not found: building without the native Slurm adapter")
endif()

# The adapters are tested against a real Slurm, started with `sluice lab up`.
if(TARGET slurm_test)
  add_dependencies(slurm_test sluice)
  if(TARGET sluice_slurm_native)
    add_dependencies(slurm_test sluice_slurm_native)
  endif()
endif()
if(TARGET lab_test)
  add_dependencies(lab_test sluice_lab_nodeip)
endif()
