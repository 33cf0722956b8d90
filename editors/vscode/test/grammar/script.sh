# SYNTAX TEST "source.shell" "a shell script as a text template"
echo (@= data.values.name @)
#    ^^^ punctuation.section.embedded.begin.yardstick
#        ^^^^ meta.embedded.starlark.yardstick variable.other.starlark
echo "${list[@]}"
#            ^ - meta.embedded.starlark.yardstick
