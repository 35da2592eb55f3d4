// The classes as resources of the native provider: differences by path, every option of Pulumi, `pulumi import`. Without a plan of the whole:
// each resource counts what it removes.
//
//   pulumi stack init sandbox
//   pulumi preview

import { PinnedRecord, RecordSet, User } from 'musterctl';

/** With false they are planned as a whole again. Each goes on with its entry of the stack, and nothing is sent. */
const native = true;

const ana = new User(
  'ana',
  { loginUserId: 'ana.ruiz@example.com', firstName: 'Ana', lastName: 'Ruiz', userTemplateName: 'Agents' },
  { native },
);

const maria = new PinnedRecord(
  'maria',
  {
    campaignName: 'Summer Renewals',
    clientId: 'C-1001',
    preferredAgent: ana.loginUserId, // made after her, removed before her
    data: { Name: 'Maria Lopez', phone: '+34911234567' },
  },
  { native },
);

const CUSTOMERS = { 'C-2001': 'Leo Brandt', 'C-2002': 'Ida Holm' };

const winter = new RecordSet(
  'winter',
  {
    campaignName: 'Winter Renewals',
    records: Object.entries(CUSTOMERS).map(([clientId, Name]) => ({
      clientId,
      preferredAgent: ana.loginUserId,
      data: { Name },
    })),
  },
  { native },
);

export const state = maria.workedState;
export const winterCustomers = winter.recordCount;
