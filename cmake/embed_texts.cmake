# cmake -DOUTPUT=FILE -DHEADER=a.hpp "-DTEXTS=function=file,file;..." -DBASE=folder -P embed_texts.cmake
#
# Writes a source with one function per group of text files, which returns the files one after the other. Each file is a string literal of
# its own, because compilers limit the length of literals.
set(source "// Made by cmake/embed_texts.cmake from the files of ${HEADER}'s folder.\n#include \"${HEADER}\"\n\n#include <string>\n\nnamespace ndpool {\n")
foreach(group IN LISTS TEXTS)
  string(REPLACE "=" ";" parts "${group}")
  list(GET parts 0 function)
  list(GET parts 1 files)
  string(REPLACE "," ";" files "${files}")
  string(APPEND source "\nstd::string_view ${function}() {\n    static const std::string joined = std::string()")
  foreach(file IN LISTS files)
    file(READ "${BASE}/${file}" text)
    string(APPEND source "\n        + R\"embed(${text})embed\"")
  endforeach()
  string(APPEND source ";\n    return joined;\n}\n")
endforeach()
string(APPEND source "\n}  // namespace ndpool\n")
file(WRITE "${OUTPUT}" "${source}")
