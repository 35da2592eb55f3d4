// Keeps the program in go.mod.
package tools

import _ "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml"
