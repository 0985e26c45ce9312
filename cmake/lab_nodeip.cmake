# A preloaded library that gives a slurmd of the lab an address of its own (src/lab/node_ip). Part
# of `sluice lab up --dynamic` only; the program starts without it.
add_library(sluice_lab_nodeip MODULE ${CMAKE_SOURCE_DIR}/src/lab/node_ip/node_ip.c)
target_compile_options(sluice_lab_nodeip PRIVATE -Wall -Wextra -Werror -fvisibility=hidden)
target_link_libraries(sluice_lab_nodeip PRIVATE ${CMAKE_DL_LIBS})
set_target_properties(sluice_lab_nodeip PROPERTIES PREFIX "" OUTPUT_NAME sluice-nodeip
                      LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
add_dependencies(sluice sluice_lab_nodeip)
