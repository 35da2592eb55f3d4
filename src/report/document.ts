// The document of a run: one kind for everything a run can end with. Each kind has a folder with its document and its text.
// A kind that is added here is missed by the compiler in text.ts, json.ts and the exit numbers of the command.

import type { AdoptDocument } from './adopt/document.ts';
import type { ApplyDocument } from './apply/document.ts';
import type { DoctorDocument } from './doctor/document.ts';
import type { DriftDocument } from './drift/document.ts';
import type { HeartbeatDocument } from './drift/heartbeat.ts';
import type { ErrorDocument } from './error/document.ts';
import type { PlanDocument } from './plan/document.ts';
import type { ShowDocument } from './show/document.ts';
import type { ValidateDocument } from './validate/document.ts';

export type ReportDocument =
  | PlanDocument
  | ApplyDocument
  | DriftDocument
  | HeartbeatDocument
  | ShowDocument
  | ValidateDocument
  | AdoptDocument
  | DoctorDocument
  | ErrorDocument;
