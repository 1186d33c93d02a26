import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';

const name = Type.String({
  pattern: field.CODE_FORM,
  description: 'Name that playbooks use: `{{ secrets.crm }}`. It never changes.',
  examples: ['crm'],
});

/** Visible ASCII fits into every header. Shorter values could not be masked in responses without hiding too much. */
const value = Type.String({
  minLength: 8,
  maxLength: 4_000,
  pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
  description:
    'The secret value: 8 to 4000 visible ASCII characters. It is stored encrypted and never returned.',
  examples: ['a-key-of-the-other-system'],
  'x-for-people': true,
});

const allowedHosts = Type.Array(
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[a-z0-9._:\\[\\]-]+$',
    description: 'A host name in lower case, without scheme, port and path.',
    examples: ['api.crm.example'],
  }),
  {
    maxItems: 20,
    description:
      'The only hosts that the value is sent to. Empty means any host: then everyone who may change playbooks can send it anywhere.',
    examples: [['api.crm.example']],
  },
);

export const CreateSecretBody = field.closedObject(
  'CreateSecret',
  'The secret to create: its `name` and its `value`.',
  { name, value, allowed_hosts: Type.Optional(allowedHosts) },
  {
    example: {
      name: 'crm',
      value: 'a-key-of-the-other-system',
      allowed_hosts: ['api.crm.example'],
    },
  },
);

export const UpdateSecretBody = field.closedObject(
  'UpdateSecret',
  'The new `value`. To change `allowed_hosts`, send the value again.',
  { value, allowed_hosts: Type.Optional(allowedHosts) },
  { example: { value: 'a-new-key-of-the-other-system', allowed_hosts: ['api.crm.example'] } },
);

export const Secret = field.closedObject('Secret', 'A secret, without its value.', {
  secret_id: field.id('secret', 'Id of the secret.'),
  name,
  allowed_hosts: allowedHosts,
  last_used_at: field.nullableTime(
    'When a playbook last sent the value, to the minute; null if never.',
  ),
  deleted_at: field.nullableTime('When the secret was deleted; null unless deleted.'),
  ...field.timestamps,
});
export type Secret = Static<typeof Secret>;
