// The YAML program: Pulumi.yaml names this file as `main`, or a folder's own program says `import 'musterctl/program'`.
// Desired files in, one resource per person and per pinned record out.

import { loadDesired } from './core/desired/project/load.ts';
import { reconcileWith } from './program/reconcile.ts';

await reconcileWith(loadDesired);
