import Type, { type Static } from 'typebox';
import { ROLES } from '../../domain/scopes.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { actorSchema } from '../../platform/events/actor-schema.ts';
import * as field from '../../platform/http/fields.ts';

const MIN_PASSWORD = 10;
const MAX_PASSWORD = 200;

export const email = Type.String({
  minLength: 3,
  maxLength: TEXT_LIMITS.email,
  description: 'The email address of the account.',
  examples: ['rosa@example.com'],
});
/** Of a password that exists: no rule says how it must be. */
const password = Type.String({
  minLength: 1,
  maxLength: MAX_PASSWORD,
  description: 'The password of the account.',
  examples: ['a long sentence that only I know'],
  'x-for-people': true,
});
const newPassword = Type.String({
  minLength: MIN_PASSWORD,
  maxLength: MAX_PASSWORD,
  description: `The new password, ${MIN_PASSWORD} to ${MAX_PASSWORD} characters. There are no other rules: length is what counts.`,
  examples: ['a long sentence that only I know'],
  'x-for-people': true,
});
export const organizationId = field.id('organization', 'Id of the organization.');
export const keyOfLink = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The key at the end of the link.',
  examples: ['01h455vb4pex5vsknk084sn02q-5ztfvasqg8c8m22rgzy12y0685'],
});

export const CreateSessionBody = field.closedObject(
  'CreateSession',
  'Who signs in, and where.',
  {
    email,
    password,
    organization_id: Type.Optional(organizationId),
  },
  { example: { email: 'rosa@example.com', password: 'a long sentence that only I know' } },
);

export const AcceptInvitationBody = field.closedObject(
  'AcceptInvitation',
  'An invitation, and the password of the person who accepts it.',
  { key: keyOfLink, password: newPassword },
  {
    example: {
      key: '01h455vb4pex5vsknk084sn02q-5ztfvasqg8c8m22rgzy12y0685',
      password: 'a long sentence that only I know',
    },
  },
);

export const CheckInvitationBody = field.closedObject(
  'CheckInvitation',
  'The key of an invitation.',
  { key: keyOfLink },
  { example: { key: '01h455vb4pex5vsknk084sn02q-5ztfvasqg8c8m22rgzy12y0685' } },
);

export const UpdatePasswordBody = field.closedObject(
  'UpdatePassword',
  'The new password of your account.',
  { password: newPassword },
  { example: { password: 'another long sentence that only I know' } },
);

/** How a person can sign in. */
const METHODS = ['password', 'invitation', 'link', 'passkey'] as const;

const sessionFields = {
  session_id: field.id('session', 'Id of the session.'),
  user_id: field.id('user', 'Id of the user.'),
  method: Type.Unsafe<(typeof METHODS)[number]>({
    type: 'string',
    enum: [...METHODS],
    description: 'How the user signed in.',
    examples: ['password'],
  }),
  signed_in_at: field.time('When the user last proved who they are.'),
  last_used_at: field.nullableTime('When it was last used, to the minute.'),
  expires_at: field.time('When it ends, also if it is used.'),
  ended_at: field.nullableTime('When it was ended; null while it is open.'),
  ...field.timestamps,
};

/** Without what only the user needs to see: an event goes to other systems and is stored for good. */
export const SessionOfUser = field.closedObject(
  'SessionOfUser',
  'A session, without the browser and its address.',
  sessionFields,
);
export type SessionOfUser = Static<typeof SessionOfUser>;

export const Session = field.closedObject('Session', 'A browser in which a user is signed in.', {
  ...sessionFields,
  user_agent: field.nullable({
    description: 'What the browser calls itself.',
    examples: ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'],
  }),
  address: field.nullable({
    description: 'The network address at the last sign-in.',
    examples: ['203.0.113.7'],
  }),
});
export type Session = Static<typeof Session>;

export const SessionList = field.closedObject('EndedSessions', 'Sessions that were ended.', {
  ended: Type.Array(Session, { description: 'The sessions, oldest first.' }),
});

const Membership = Type.Object(
  {
    organization_id: organizationId,
    name: Type.String({ description: 'Name of the organization.', examples: ['Alder Heating'] }),
    role: Type.Unsafe<(typeof ROLES)[number]>({
      type: 'string',
      enum: [...ROLES],
      description: 'Role of the user there.',
      examples: ['dispatcher'],
    }),
  },
  { additionalProperties: false },
);

export const SignedIn = field.closedObject('SignedIn', 'The new session.', {
  ...Session.properties,
  organization_id: organizationId,
  organizations: Type.Array(Membership, {
    description: 'The organizations that the account can sign in to, by name.',
  }),
});

export const Invitation = field.closedObject(
  'Invitation',
  'A link by which a person becomes a user who can sign in.',
  {
    invitation_id: field.id('invitation', 'Id of the invitation.'),
    user_id: field.id('user', 'Id of the user.'),
    expires_at: field.time('Until when it can be accepted.'),
    accepted_at: field.nullableTime('When it was accepted.'),
    revoked_at: field.nullableTime('When a newer invitation replaced it.'),
    created_by: actorSchema('Who invited the user.'),
    ...field.timestamps,
  },
);
export type Invitation = Static<typeof Invitation>;

export const InvitationWithLink = field.closedObject(
  'InvitationWithLink',
  'A new invitation with its link.',
  {
    ...Invitation.properties,
    url: Type.String({
      description: 'The link, shown only once. Give it to the person, and to no one else.',
      examples: ['https://intake.example.com/invitation#01h455vb4pex5vsknk084sn02q-5ztf…'],
    }),
  },
);

export const InvitationDetails = field.closedObject(
  'InvitationDetails',
  'What a person needs to know to accept an invitation.',
  {
    organization: Type.String({
      description: 'Name of the organization.',
      examples: ['Alder Heating'],
    }),
    name: Type.String({ description: 'Name of the user.', examples: ['Rosa Delgado'] }),
    email: Type.String({
      description: 'Email address of the user.',
      examples: ['rosa@example.com'],
    }),
    has_account: Type.Boolean({
      description: 'Whether an account with this address exists: then its password is asked for.',
      examples: [false],
    }),
    expires_at: field.time('Until when it can be accepted.'),
  },
);
