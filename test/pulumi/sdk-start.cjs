// `node --require` for the stories. Every `pulumi up` starts Node five times, three of them only to ask where something is: those
// end sooner without the parts.

if (/[\\/]@pulumi[\\/]pulumi[\\/]cmd[\\/]/u.test(process.argv[1] ?? '')) require('./sdk-parts.ts');
