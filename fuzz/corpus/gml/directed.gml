Creator "x"
graph [ directed 1 node [ id 3 ] edge [ source 3 target 3 ] ]
