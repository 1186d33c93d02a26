import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';

/** Resources with a quota, with their default. The database enforces it. */
export const QUOTAS = {
  channels: 50,
  file_megabytes: 20_000,
  forms: 200,
  playbooks: 500,
  sources: 200,
  templates: 1000,
  tokens: 1000,
  users: 2000,
  webhook_endpoints: 50,
} as const;
export type QuotaResource = keyof typeof QUOTAS;

function quota(resource: QuotaResource, counted: string) {
  return Type.Object(
    {
      limit: Type.Integer({ description: 'How many it can have.', examples: [QUOTAS[resource]] }),
      used: Type.Integer({ description: 'How many it has.', examples: [3] }),
    },
    { additionalProperties: false, description: counted },
  );
}

export const Quotas = field.closedObject(
  'Quotas',
  'How many of each resource an organization has, and can have.',
  {
    organization_id: field.id('organization', 'Id of the organization.'),
    channels: quota('channels', 'Channels.'),
    file_megabytes: quota('file_megabytes', 'Megabytes of files.'),
    forms: quota('forms', 'Forms, enabled or not.'),
    playbooks: quota('playbooks', 'Playbooks, archived or not, without the ready ones.'),
    sources: quota('sources', 'Sources of leads, active or not.'),
    templates: quota('templates', 'Templates.'),
    tokens: quota('tokens', 'Tokens that are valid.'),
    users: quota('users', 'Users, active or not.'),
    webhook_endpoints: quota('webhook_endpoints', 'Webhook endpoints that are not deleted.'),
  },
);
export type Quotas = Static<typeof Quotas>;

function limit(resource: QuotaResource) {
  return Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: `How many it can have. Default ${QUOTAS[resource]}.`,
      examples: [QUOTAS[resource]],
    }),
  );
}

export const UpdateQuotasBody = field.closedObject(
  'UpdateQuotas',
  'The quotas to change; those you leave out stay unchanged.',
  {
    channels: limit('channels'),
    file_megabytes: limit('file_megabytes'),
    forms: limit('forms'),
    playbooks: limit('playbooks'),
    sources: limit('sources'),
    templates: limit('templates'),
    tokens: limit('tokens'),
    users: limit('users'),
    webhook_endpoints: limit('webhook_endpoints'),
  },
  { example: { users: 3_000, webhook_endpoints: 100 } },
);
