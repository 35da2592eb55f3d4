// The document of a run, a union by kind. Each kind has a folder with its document and its page. After a kind is added here
// the compiler names what is missing: its page (pages.ts), its JSON (json.ts), its exit numbers (cli/process/exit.ts).

import type { AdoptDocument } from '../documents/adopt.ts';
import type { ApplyDocument } from '../documents/apply.ts';
import type { DoctorDocument } from '../documents/doctor.ts';
import type { DriftDocument } from '../documents/drift.ts';
import type { HeartbeatDocument } from '../documents/heartbeat.ts';
import type { ErrorDocument } from '../documents/error.ts';
import type { GetDocument, SearchDocument } from '../documents/lookup.ts';
import type { WhyDocument } from '../documents/why.ts';
import type { PlanDocument } from '../documents/plan.ts';
import type { ShowDocument } from '../documents/show.ts';
import type { ValidateDocument } from '../documents/validate.ts';

export type ReportDocument =
  | PlanDocument
  | ApplyDocument
  | DriftDocument
  | HeartbeatDocument
  | ShowDocument
  | ValidateDocument
  | AdoptDocument
  | DoctorDocument
  | GetDocument
  | SearchDocument
  | WhyDocument
  | ErrorDocument;
