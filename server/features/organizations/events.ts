import { eventType } from '../../platform/events/event.ts';
import { Organization, Token, User } from './schemas.ts';

export const organizationCreated = eventType(
  'organization.created',
  'The organization was made.',
  Organization,
);
export const organizationUpdated = eventType(
  'organization.updated',
  'The organization’s settings changed.',
  Organization,
);
export const tokenCreated = eventType('token.created', 'A token was made.', Token);
export const tokenRevoked = eventType('token.revoked', 'A token was revoked.', Token);
export const tokenRestored = eventType(
  'token.restored',
  'A token was made valid again, because the service was started with it as its setting.',
  Token,
);
export const userCreated = eventType('user.created', 'A user was added.', User);
export const userUpdated = eventType('user.updated', 'A user changed.', User);
