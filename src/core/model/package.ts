// What npm knows this package by. The command, the project and the resource types are called muster; everything that is
// looked up in node_modules has the package's name. test/package/name.test.ts holds every place to these two.

/** What a program imports from, what the provider line in a stack requires, where an editor finds the schemas. */
export const PACKAGE_NAME = 'musterctl';

/** Where the published schemas are, of the newest release of this minor version: the beginning of the `$id` of each. */
export const SCHEMA_BASE = `https://cdn.jsdelivr.net/npm/${PACKAGE_NAME}@0.1/schemas/`;

/** Versions of @pulumi/pulumi it works with, as npm writes a range: older ones do not hand over the inputs that a reading returns. */
export const PULUMI_SDK_RANGE = '^3.216.0';
