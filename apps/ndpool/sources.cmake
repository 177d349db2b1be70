# Shared by both programs: parsing, input, output, the terminal.
set(ndpool_program_sources
  dataset_output.cpp graph_table_arguments.cpp help_format.cpp input.cpp merge_arguments.cpp method_arguments.cpp ndp_arguments.cpp
  nearest_word.cpp option_checks.cpp output.cpp part_argument.cpp program.cpp progress_lines.cpp
  stop_on_signal.cpp terminal.cpp)
# The commands of ndpool; the Python module has them too, all but reproduce.
set(ndpool_command_sources
  coarsen_report.cpp command_analyse.cpp command_coarsen.cpp command_convert.cpp command_cut.cpp command_generate.cpp command_info.cpp
  command_merge.cpp command_order.cpp command_reproduce.cpp command_view.cpp exec_learn.cpp ndpool_program.cpp
  pyramid_picture.cpp)
