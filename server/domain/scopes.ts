/** What a token may do. `leads:capture` can only post leads, so it is fit for a public form. */
export const SCOPES = [
  'leads:read',
  'leads:write',
  'leads:capture',
  'customers:read',
  'customers:write',
  'appointments:read',
  'appointments:write',
  'jobs:read',
  'jobs:write',
  'invoices:read',
  'invoices:write',
  'communications:read',
  'communications:write',
  'channels:read',
  'channels:write',
  'templates:read',
  'templates:write',
  'follow_ups:read',
  'follow_ups:write',
  'forms:read',
  'forms:write',
  'playbooks:read',
  'playbooks:write',
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
  'operator',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Every scope of the organization, those to come included; `operator` reaches past it and is apart. */
export const EVERY_SCOPE = '*';

export const ROLES = ['owner', 'dispatcher', 'technician', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** A role is a named bundle of scopes: what a token that acts for such a user may do at most. */
export const SCOPES_OF_ROLE: Record<Role, readonly string[]> = {
  owner: [EVERY_SCOPE],
  dispatcher: [
    'leads:read',
    'leads:write',
    'customers:read',
    'customers:write',
    'appointments:read',
    'appointments:write',
    'jobs:read',
    'jobs:write',
    'invoices:read',
    'invoices:write',
    'communications:read',
    'communications:write',
    'channels:read',
    'templates:read',
    'templates:write',
    'follow_ups:read',
    'follow_ups:write',
    'forms:read',
    'forms:write',
    'playbooks:read',
    'playbooks:write',
    'events:read',
    'webhooks:read',
    'reports:read',
    'organization:read',
    'users:read',
    'teams:read',
    'teams:write',
    'time_off:read',
    'time_off:write',
    'tasks:read',
  ],
  technician: [
    'leads:read',
    'customers:read',
    'appointments:read',
    'appointments:write',
    'jobs:read',
    'jobs:write',
    'invoices:read',
    'communications:read',
    'follow_ups:read',
    'follow_ups:write',
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

export function holds(granted: readonly string[], scope: string): boolean {
  if (granted.includes(scope)) return true;
  return scope !== 'operator' && granted.includes(EVERY_SCOPE);
}

/** What both lists allow: a token that acts for a user can do no more than the user. */
export function intersect(token: readonly string[], role: readonly string[]): string[] {
  const named = [...new Set([...token, ...role])].filter((scope) => scope !== EVERY_SCOPE);
  const both = named.filter((scope) => holds(token, scope) && holds(role, scope));
  return token.includes(EVERY_SCOPE) && role.includes(EVERY_SCOPE) ? [EVERY_SCOPE, ...both] : both;
}
