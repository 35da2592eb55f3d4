// Keeps the program in go.mod.
package tools

import _ "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi"
