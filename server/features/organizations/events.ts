import { eventType } from '../../platform/events/event.ts';
import { Organization } from './organization-schemas.ts';
import { Token } from './token-schemas.ts';
import { User } from './user-schemas.ts';

export const organizationCreated = eventType(
  'organization.created',
  'The organization was made.',
  Organization,
  (organization) => `Organization ${organization.name} made`,
);
export const organizationUpdated = eventType(
  'organization.updated',
  'The organization’s settings changed.',
  Organization,
  () => 'Organization changed',
);
export const tokenCreated = eventType(
  'token.created',
  'A token was made.',
  Token,
  (token) => `Token ${token.name} made`,
);
export const tokenRevoked = eventType(
  'token.revoked',
  'A token was revoked.',
  Token,
  (token) => `Token ${token.name} revoked`,
);
export const tokenRestored = eventType(
  'token.restored',
  'A token was made valid again, because the service was started with it as its setting.',
  Token,
  (token) => `Token ${token.name} valid again`,
);
export const userCreated = eventType(
  'user.created',
  'A user was added.',
  User,
  (user) => `User ${user.name} added`,
);
export const userUpdated = eventType(
  'user.updated',
  'A user changed.',
  User,
  (user) => `User ${user.name} changed`,
);
