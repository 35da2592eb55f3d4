// Types of arguments that take outputs of other resources at any depth.

import type { Input } from '@pulumi/pulumi';

/** The same shape with an Input at every place in it. */
export type Deep<T> = T extends string | number | boolean | undefined
  ? T
  : { readonly [Name in keyof T]: Input<Deep<T[Name]>> };
