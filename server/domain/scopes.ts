import { EVERY_SCOPE, type Scope } from '../platform/auth/scopes.ts';

/**
 * What a token can do. `leads:capture` can only create leads, so it is safe for a public form. An `own` scope is for
 * users in the field: it covers their own work, and nothing else.
 */
export const SCOPES = [
  'leads:read',
  'leads:write',
  'leads:capture',
  'leads:own',
  'customers:read',
  'customers:write',
  'customers:own',
  'appointments:read',
  'appointments:write',
  'appointments:own',
  'jobs:read',
  'jobs:write',
  'jobs:own',
  'files:read',
  'files:write',
  'files:own',
  'invoices:read',
  'invoices:write',
  'invoices:own',
  'communications:read',
  'communications:write',
  'communications:own',
  'channels:read',
  'channels:write',
  'templates:read',
  'templates:write',
  'follow_ups:read',
  'follow_ups:write',
  'follow_ups:own',
  'forms:read',
  'forms:write',
  'playbooks:read',
  'playbooks:write',
  'secrets:read',
  'secrets:write',
  'events:read',
  'events:write',
  'webhooks:read',
  'webhooks:write',
  'reports:read',
  'organization:read',
  'organization:write',
  'tokens:read',
  'tokens:write',
  'users:read',
  'users:write',
  'teams:read',
  'teams:write',
  'time_off:read',
  'time_off:write',
  'tasks:read',
  'tasks:write',
  'exports:write',
  'privacy:read',
  'privacy:write',
  'operator',
] as const satisfies readonly Scope[];

/** A contact is a lead, and a customer after the conversion: one of these scopes shows name, phone and email. */
export const CONTACT_SCOPES = ['leads:read', 'customers:read'] as const satisfies Scope[];

/** What a text or a condition of a playbook, a follow-up or a template can contain. */
export const SCOPES_OF_VARIABLES: Readonly<Record<string, Scope>> = {
  lead: 'leads:read',
  customer: 'customers:read',
  appointment: 'appointments:read',
  job: 'jobs:read',
  invoice: 'invoices:read',
};

export const ROLES = ['owner', 'dispatcher', 'technician', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** A role is a named set of scopes: the most that a token acting for such a user can do. */
export const SCOPES_OF_ROLE: Record<Role, readonly string[]> = {
  owner: [EVERY_SCOPE],
  dispatcher: [
    ...readAndWrite('leads', 'customers', 'appointments', 'jobs', 'invoices', 'communications'),
    ...readAndWrite('files'),
    ...readAndWrite('templates', 'follow_ups', 'forms', 'playbooks', 'teams', 'time_off'),
    'channels:read',
    'events:read',
    'webhooks:read',
    'reports:read',
    'organization:read',
    'users:read',
    'tasks:read',
  ],
  technician: [
    'leads:own',
    'customers:own',
    'appointments:own',
    'jobs:own',
    'files:own',
    'invoices:own',
    'communications:own',
    'follow_ups:own',
    'templates:read',
    'organization:read',
    'users:read',
    'teams:read',
    'time_off:read',
  ],
  viewer: [
    'leads:read',
    'customers:read',
    'appointments:read',
    'jobs:read',
    'files:read',
    'invoices:read',
    'communications:read',
    'templates:read',
    'follow_ups:read',
    'forms:read',
    'playbooks:read',
    'events:read',
    'reports:read',
    'organization:read',
    'users:read',
    'teams:read',
    'time_off:read',
  ],
};

function readAndWrite(...resources: string[]): string[] {
  return resources.flatMap((resource) => [`${resource}:read`, `${resource}:write`]);
}
