# Debian's compiler for arm64, with the libraries that libraries.sh has fetched.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(libraries ${CMAKE_CURRENT_LIST_DIR}/../../build/arm64-libraries)
set(CMAKE_FIND_ROOT_PATH ${libraries})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
# What shared libraries need themselves is beside them.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-rpath-link,\"${libraries}/usr/lib/aarch64-linux-gnu\"")
# Programs that are started while building: the one that writes the manual pages.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static;-L;${libraries})
