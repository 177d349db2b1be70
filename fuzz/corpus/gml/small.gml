graph [
  node [ id 0 label "a&#235;" ]
  node [ id 1 ]
  edge [ source 0 target 1 weight 2.5 x [ y 1 ] ]
]
