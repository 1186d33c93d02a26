import { eventTypeFor } from '../../platform/events/event.ts';
import { User } from '../organizations/index.ts';
import { SignInLink } from './link-schemas.ts';
import { Passkey } from './passkey-schemas.ts';
import { Invitation, SessionOfUser } from './schemas.ts';

const sessionEvent = eventTypeFor(SessionOfUser, 'users:read');
const invitationEvent = eventTypeFor(Invitation, 'users:read');
const linkEvent = eventTypeFor(SignInLink, 'users:read');
const passkeyEvent = eventTypeFor(Passkey, 'users:read');

export const sessionStarted = sessionEvent(
  'session.started',
  'A user signed in.',
  'User signed in',
);
export const sessionEnded = sessionEvent('session.ended', 'A session was ended.', 'Session ended');
export const passwordChanged = eventTypeFor(User, 'users:read')(
  'user.password_changed',
  'A user changed the password of their account.',
  ({ name }) => `Password of ${name} changed`,
);
export const invitationCreated = invitationEvent(
  'invitation.created',
  'A user was invited to sign in.',
  'User invited',
);
export const invitationAccepted = invitationEvent(
  'invitation.accepted',
  'A user accepted the invitation and can sign in.',
  'Invitation accepted',
);
export const invitationRevoked = invitationEvent(
  'invitation.revoked',
  'A newer invitation replaced this one.',
  'Invitation replaced',
);

export const signInLinkCreated = linkEvent(
  'sign_in_link.created',
  'A user asked for a link to sign in, or an owner created one.',
  'Link to sign in created',
);
export const signInLinkSent = linkEvent(
  'sign_in_link.sent',
  'The mail server accepted the email with a link to sign in.',
  'Link to sign in sent',
);
export const signInLinkNotSent = linkEvent(
  'sign_in_link.not_sent',
  'A link to sign in was not sent, or may not have been.',
  'Link to sign in not sent',
);
export const signInLinkUsed = linkEvent(
  'sign_in_link.used',
  'A user signed in with a link.',
  'Link to sign in used',
);
export const signInLinkRevoked = linkEvent(
  'sign_in_link.revoked',
  'A link to sign in is no longer valid.',
  'Link to sign in revoked',
);
export const passkeyCreated = passkeyEvent(
  'passkey.created',
  'A user added a passkey to their account.',
  'Passkey added',
);
export const passkeyRevoked = passkeyEvent(
  'passkey.revoked',
  'A user removed a passkey from their account.',
  'Passkey removed',
);
export const passkeyRefused = passkeyEvent(
  'passkey.refused',
  'A passkey was refused because its counter did not grow: it may have been copied.',
  'Passkey refused',
);
