// Read before every test file: the clients of a test trust what their target names, and none of this machine's certificates.
// Reading its 150 roots anew for every client costs more than most stories. What a command or Pulumi starts keeps the
// machine's own.

import { setDefaultCACertificates } from 'node:tls';

setDefaultCACertificates([]);
