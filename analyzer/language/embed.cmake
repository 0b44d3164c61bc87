# vtosca_embed(OUTPUT FILE…): a C file with the bytes of each file, as
# `const unsigned char <name>_bytes[]` and `const size_t <name>_length`, where <name> is
# the file's name without its ending. Made when configuring, by CMake alone.
function(vtosca_embed output)
	set(code "#include \"analyzer/language/types/normative_bytes.h\"\n")
	foreach(file ${ARGN})
		set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
		get_filename_component(name ${file} NAME_WE)
		file(READ ${file} bytes HEX)
		string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
		string(APPEND code "const unsigned char ${name}_bytes[] = {${bytes}};\n"
			"const size_t ${name}_length = sizeof(${name}_bytes);\n")
	endforeach()
	file(GENERATE OUTPUT ${output} CONTENT "${code}")
endfunction()
