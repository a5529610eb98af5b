# Every *.kernel.cpp is compiled once for each instruction set, each time inside its own namespace
# (POKERDATA_ISA), and support/isa.hpp picks one at run time. Kernel files include no standard
# header that defines inline functions: the linker would keep one copy of those for all processors.
set(POKERDATA_ISAS portable)
set(POKERDATA_FLAGS_portable "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND POKERDATA_ISAS avx2 avx512)
  set(POKERDATA_FLAGS_avx2 -mavx2 -mfma -mbmi -mbmi2 -mpopcnt -mtune=haswell)
  set(POKERDATA_FLAGS_avx512 -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx2 -mfma -mbmi -mbmi2 -mpopcnt
                             -mprefer-vector-width=512 -mtune=icelake-server)
endif()

function(pokerdata_add_kernels target)
  file(GLOB_RECURSE kernels CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/cpp/pokerdata/*.kernel.cpp)
  if(NOT kernels)
    return()
  endif()
  foreach(isa IN LISTS POKERDATA_ISAS)
    add_library(${target}_${isa} OBJECT ${kernels})
    target_include_directories(${target}_${isa} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/cpp)
    target_compile_definitions(${target}_${isa} PRIVATE POKERDATA_ISA=${isa} POKERDATA_ISA_${isa}=1)
    target_compile_options(${target}_${isa} PRIVATE ${POKERDATA_FLAGS_${isa}} -O3)
    target_link_libraries(${target}_${isa} PRIVATE ${target}_flags)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_${isa}>)
    target_compile_definitions(${target} PUBLIC POKERDATA_HAS_${isa}=1)
  endforeach()
endfunction()
