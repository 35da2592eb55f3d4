// The document of a run, a union by kind. Each kind has a folder with its document and its page. After a kind is added here
// the compiler names what is missing: its page (pages.ts), its JSON (json.ts), its exit numbers (cli/process/exit.ts).

import type { AdoptDocument } from './adopt/document.ts';
import type { ApplyDocument } from './apply/document.ts';
import type { DoctorDocument } from './doctor/document.ts';
import type { DriftDocument } from './drift/document.ts';
import type { HeartbeatDocument } from './drift/heartbeat.ts';
import type { ErrorDocument } from './error/document.ts';
import type { GetDocument, SearchDocument } from './lookup/document.ts';
import type { WhyDocument } from './lookup/why-document.ts';
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
  | GetDocument
  | SearchDocument
  | WhyDocument
  | ErrorDocument;
