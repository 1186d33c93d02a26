import { eventTypeAbout, eventTypeFor } from '../../platform/events/event.ts';
import { Organization } from './organization-schemas.ts';
import { PreferencesChange } from './preferences-schemas.ts';
import { Quotas } from './quota-schemas.ts';
import { Token } from './token-schemas.ts';
import { User } from './user-schemas.ts';

const organizationEvent = eventTypeFor(Organization, 'organization:read');
const quotasEvent = eventTypeFor(Quotas, 'organization:read');
const tokenEvent = eventTypeAbout(Token, ({ name }) => `Token ${name}`, 'tokens:read');
const userEvent = eventTypeAbout(User, ({ name }) => `User ${name}`, 'users:read');

export const organizationCreated = organizationEvent(
  'organization.created',
  'The organization was created.',
  (organization) => `Organization ${organization.name} created`,
);
export const organizationUpdated = organizationEvent(
  'organization.updated',
  'The settings of the organization were updated.',
  'Organization updated',
);
export const organizationSuspended = organizationEvent(
  'organization.suspended',
  'The operator suspended the organization: its tokens are refused and its work stands still.',
  'Organization suspended',
);
export const organizationResumed = organizationEvent(
  'organization.resumed',
  'The operator resumed the organization: its tokens are valid again and its work continues.',
  'Organization resumed',
);
export const quotasUpdated = quotasEvent(
  'organization.quotas_updated',
  'The operator changed how many of each resource the organization can have.',
  'Quotas updated',
);
export const tokenCreated = tokenEvent('token.created', 'A token was created.');
export const tokenRevoked = tokenEvent('token.revoked', 'A token was revoked.');
export const tokenRestored = tokenEvent(
  'token.restored',
  'A token is valid again, because the service was started with it as the bootstrap token.',
);
export const userCreated = userEvent('user.created', 'A user was created.');
export const userUpdated = userEvent('user.updated', 'A user was updated.');
export const preferencesUpdated = eventTypeFor(PreferencesChange, 'users:read')(
  'preferences.updated',
  'A user changed how the console looks for them; the values are not in the event.',
  'Preferences updated',
);
