// Keeps the program in go.mod.
package tools

import _ "github.com/rhysd/actionlint/cmd/actionlint"
