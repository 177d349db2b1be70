graph [ Creator "Gephi" directed 1 node [ id 0 label "a" graphics [ x 1 ] ] node [ id 1 ] edge [ id 0 source 0 target 1 value 2.5 directed 0 ] ]
