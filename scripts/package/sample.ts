// A program that names everything the package exports, for compilers only. Below each expected error stands a mistake that
// the types must show: one they let pass is an error of its own.

import { PACKAGE_NAME } from '../../src/core/model/package.ts';

/** Valid as an ES module and as CommonJS. */
export const SAMPLE = `import * as pulumi from '@pulumi/pulumi';
import { defineDesired, PinnedRecord, RecordSet, reconcile, User } from '${PACKAGE_NAME}';
import type {
  AbsentUserArgs, CampaignInput, DataValue, DesiredInput, PinnedRecordArgs, PresentUserArgs, ReconcileOptions, RecordDefaults, RecordInput, RecordSetArgs,
  UserArgs, UserInput,
} from '${PACKAGE_NAME}';

const phone: DataValue = { value: '+34911234567', displayOrder: 1 };
const users: UserInput[] = [
  { loginUserId: 'ana@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' },
  { loginUserId: 'old@example.com', ensure: 'absent', offboard: { reassignTo: 'ana@example.com' } },
];
const records: RecordInput[] = [{ clientId: 'C-1', preferredAgent: 'ana@example.com', data: { Name: 'Maria', phone } }];
const defaults: RecordDefaults = { skillQueue: 'renewals', whenWorked: 'keep' };
const campaigns: CampaignInput[] = [{ campaignName: 'Summer', defaults, records }];
const desired: DesiredInput = defineDesired({ users, campaigns });
const options: ReconcileOptions = { target: 'sandbox' };

const userArgs: PresentUserArgs = {
  loginUserId: pulumi.output('ben@example.com'), firstName: 'Ben', lastName: pulumi.secret('Lee'), userTemplateName: 'Agents',
};
const ben = new User('ben', userArgs, { protect: true });
const recordArgs: PinnedRecordArgs = { campaignName: 'Summer', clientId: 'C-2', preferredAgent: ben.loginUserId };
const record = new PinnedRecord('first', recordArgs, { dependsOn: ben });
const setArgs: RecordSetArgs = { campaignName: 'Winter', records };
const set = new RecordSet('many', setArgs);

const leaver: AbsentUserArgs = { loginUserId: 'old@example.com', ensure: 'absent', offboard: { reassignTo: ben.loginUserId } };
new User('old', leaver);
const people: UserArgs[] = [userArgs, leaver];
export const peopleCount: number = people.length;

export const state: pulumi.Output<'NOTWORKED' | 'WORKED' | 'COMPLETED' | 'REMOVED' | undefined> = record.workedState;
export const presence: pulumi.Output<'present' | 'absent' | 'unknown'> = ben.presence;
export const shown: pulumi.Output<string | undefined>[] = [
  ben.userTemplateName, ben.drift, record.preferredAgent, record.skillQueue, record.drift,
];
export const count: pulumi.Output<number> = set.recordCount;
export const done: Promise<void> = reconcile(desired, options);

// @ts-expect-error a person has a name
defineDesired({ users: [{ loginUserId: 'kim@example.com', lastName: 'Lee', userTemplateName: 'Agents' }] });
// @ts-expect-error an address is text
new User('wrong', { loginUserId: 7, ensure: 'absent' });
// @ts-expect-error a person who is there has a name and a template
new User('wrong', { loginUserId: 'kim@example.com' });
// @ts-expect-error a record has a clientId
new PinnedRecord('wrong', { campaignName: 'Summer' });
// @ts-expect-error no such output
record.nothing;
`;

/** The program that reads the desired files itself. */
export const FILES_SAMPLE = `import '${PACKAGE_NAME}/program';\n`;
