// Keeps the program in go.mod.
package tools

import _ "code.gitea.io/gitea"
