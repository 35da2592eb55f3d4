import { User } from 'musterctl';

/** A person who works here. */
export const ana = new User('ana', {
  loginUserId: 'ana.ruiz@example.com',
  firstName: 'Ana',
  lastName: 'Ruiz',
  userTemplateName: 'Agents',
  createInBackend: true,
});

/** A leaver: verified to be gone at every run; open tasks go to Ana first. */
export const ben = new User('ben', {
  loginUserId: 'ben.okafor@example.com',
  ensure: 'absent',
  offboard: { reassignTo: ana.loginUserId },
});

/** For other resources, and for `pulumi stack output`. */
export const connectUserId = ana.connectUserId;
