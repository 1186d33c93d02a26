import Type, { type Static } from 'typebox';
import { actorSchema } from '../../platform/events/actor-schema.ts';
import * as field from '../../platform/http/fields.ts';
import { email, keyOfLink, organizationId } from './schemas.ts';

export const RequestSignInLinkBody = field.closedObject(
  'RequestSignInLink',
  'Who wants to sign in, and where.',
  { email, organization_id: Type.Optional(organizationId) },
  { example: { email: 'rosa@example.com' } },
);

export const UseSignInLinkBody = field.closedObject(
  'UseSignInLink',
  'The key of a link.',
  { key: keyOfLink },
  { example: { key: '01h455vb4pex5vsknk084sn02q-5ztfvasqg8c8m22rgzy12y0685' } },
);

/** The same whether the address is known or not. */
export const RequestedSignInLink = field.closedObject(
  'RequestedSignInLink',
  'A link that is sent if the address is known.',
  { email, expires_at: field.time('Until when the link can be used.') },
);

export const SignInLink = field.closedObject(
  'SignInLink',
  'A link with which a user signs in, once.',
  {
    sign_in_link_id: field.id('sign_in_link', 'Id of the link.'),
    user_id: field.id('user', 'Id of the user.'),
    delivery: Type.Unsafe<'email' | 'copy'>({
      type: 'string',
      enum: ['email', 'copy'],
      description: 'How the user gets it: by email, or from an owner.',
      examples: ['email'],
    }),
    expires_at: field.time('Until when it can be used.'),
    sent_at: field.nullableTime('When the mail server accepted it.'),
    not_sent_reason: field.nullable({
      description: 'Why the email was not sent, or may not have been.',
      examples: ['no_channel'],
    }),
    used_at: field.nullableTime('When the user signed in with it.'),
    revoked_at: field.nullableTime('When it was replaced by another way in.'),
    created_by: actorSchema('Who created it.'),
    ...field.timestamps,
  },
);
export type SignInLink = Static<typeof SignInLink>;

export const SignInLinkWithUrl = field.closedObject(
  'SignInLinkWithUrl',
  'A new link with its address.',
  {
    ...SignInLink.properties,
    url: Type.String({
      description: 'The link, shown only once. Give it to the person, and to no one else.',
      examples: ['https://intake.example.com/sign-in#01h455vb4pex5vsknk084sn02q-5ztf…'],
    }),
  },
);
export type SignInLinkWithUrl = Static<typeof SignInLinkWithUrl>;
