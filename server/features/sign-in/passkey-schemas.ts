import Type, { type Static } from 'typebox';
import { MAX_BYTES } from '../../platform/http/body-limit.ts';
import * as field from '../../platform/http/fields.ts';
import { organizationId } from './schemas.ts';

/** Several times what any authenticator sends. */
const MAX_CREDENTIAL_BYTES = 32 * 1024;

/** As WebAuthn defines it; webauthn.ts checks what is needed of it. */
function webAuthnObject(description: string, example: Record<string, unknown>) {
  return Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    [MAX_BYTES]: MAX_CREDENTIAL_BYTES,
    description,
    examples: [example],
  });
}

const name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: field.NOT_BLANK,
  description: 'By which the person recognizes it.',
  examples: ['Phone'],
});
const credential = webAuthnObject('What `toJSON()` of the browser’s credential returns.', {
  id: 'bEcUKfPVMzyAD9VVkpIfLw',
  type: 'public-key',
});

export const CreatePasskeyBody = field.closedObject(
  'CreatePasskey',
  'A new passkey, as the browser created it.',
  { name, credential },
  { example: { name: 'Phone', credential: { id: 'bEcUKfPVMzyAD9VVkpIfLw' } } },
);

export const CreatePasskeySignInOptionsBody = field.closedObject(
  'CreatePasskeySignInOptions',
  'Nothing: the person chooses the passkey in the browser.',
  {},
  { example: {} },
);

export const CreatePasskeySessionBody = field.closedObject(
  'CreatePasskeySession',
  'The passkey that a person signs in with, and where.',
  { credential, organization_id: Type.Optional(organizationId) },
  { example: { credential: { id: 'bEcUKfPVMzyAD9VVkpIfLw' } } },
);

export const PasskeyOptions = field.closedObject(
  'PasskeyOptions',
  'What the browser needs to use a passkey.',
  {
    options: webAuthnObject(
      'The `publicKey` of `navigator.credentials`, for `parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()`.',
      { challenge: 'bXN0MWw3Z28uNXp0ZnZhc3FnOGM4bTIycmd6eTEyeTA2ODU' },
    ),
    expires_at: field.time('Until when it can be used, once.'),
  },
);

export const Passkey = field.closedObject('Passkey', 'A passkey of your account.', {
  passkey_id: field.id('passkey', 'Id of the passkey.'),
  user_id: field.id('user', 'Id of the user that the account belongs to here.'),
  name,
  synced: Type.Boolean({
    description: 'Whether it is on several devices of the person.',
    examples: [true],
  }),
  last_used_at: field.nullableTime('When the person last signed in with it.'),
  refused_at: field.nullableTime('When it was last refused, because it may have been copied.'),
  revoked_at: field.nullableTime('When it was removed.'),
  ...field.timestamps,
});
export type Passkey = Static<typeof Passkey>;
