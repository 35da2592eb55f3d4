// Keeps the program in go.mod.
package tools

import _ "github.com/nektos/act"
