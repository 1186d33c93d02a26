import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { changeResource, createResource } from '../../platform/events/change-resource.ts';
import type { Actor } from '../../platform/events/event.ts';
import { newUuid } from '../../platform/ids.ts';
import { signInLinkCreated, signInLinkRevoked } from './events.ts';
import type { SignInLink } from './link-schemas.ts';

/** Long enough to open the mail, too short to be found later. */
export const LINK_VALID_MS = 15 * 60 * 1000;

export interface LinkRow {
  sign_in_link_id: string;
  user_id: string;
  account_id: string;
  delivery: SignInLink['delivery'];
  key_hash: Buffer | null;
  expires_at: Date;
  sent_at: Date | null;
  not_sent_reason: string | null;
  used_at: Date | null;
  revoked_at: Date | null;
  created_by: Actor;
  created_at: Date;
  updated_at: Date;
}

const links = table<LinkRow>('sign_in_links', {
  sign_in_link_id: 'key',
  user_id: 'fixed',
  account_id: 'fixed',
  delivery: 'fixed',
  key_hash: 'value',
  expires_at: 'fixed',
  sent_at: 'value',
  not_sent_reason: 'value',
  used_at: 'value',
  revoked_at: 'value',
  created_by: 'fixed_json',
  created_at: 'fixed',
  updated_at: 'value',
});

export const { lock: lockLink } = links.byKey('sign_in_link');
export const saveLink = links.update;

function toSignInLink(row: LinkRow): SignInLink {
  return {
    sign_in_link_id: toPublicId('sign_in_link', row.sign_in_link_id),
    user_id: toPublicId('user', row.user_id),
    delivery: row.delivery,
    expires_at: row.expires_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    not_sent_reason: row.not_sent_reason,
    used_at: row.used_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const linkResource = { insert: links.insert, save: links.update, show: toSignInLink };

/** A new link; one that is sent by email has no key yet. */
export function createLink(
  tx: Tx,
  given: Pick<LinkRow, 'user_id' | 'account_id' | 'delivery' | 'key_hash'>,
): SignInLink {
  const row: LinkRow = {
    ...given,
    sign_in_link_id: newUuid(),
    expires_at: new Date(tx.now.getTime() + LINK_VALID_MS),
    sent_at: null,
    not_sent_reason: null,
    used_at: null,
    revoked_at: null,
    created_by: tx.actor,
    created_at: tx.now,
    updated_at: tx.now,
  };
  return createResource(tx, linkResource, row, signInLinkCreated);
}

/** The links of a user that could still be used are no longer valid: the user has come in, or has a new password. */
export async function revokeLinks(tx: Tx, userId: string): Promise<void> {
  const open = await tx.query<LinkRow>(lockOpen, [tx.organizationId, userId, tx.now]);
  for (const row of open) {
    changeResource(tx, linkResource, row, { revoked_at: tx.now }, signInLinkRevoked);
  }
}

export interface UsableLink extends LinkRow {
  user_name: string;
}

/** A link that can be used, with its user; null if there is none with this key, or no longer. */
export async function lockUsableLink(tx: Tx, keyHash: Buffer): Promise<UsableLink | null> {
  return (await tx.query<UsableLink>(lockByKey, [tx.organizationId, keyHash, tx.now]))[0] ?? null;
}

const lockOpen = statement(
  'lock_open_sign_in_links',
  `select ${links.columns} from sign_in_links
   where organization_id = $1 and user_id = $2 and used_at is null and revoked_at is null and expires_at > $3
   order by sign_in_link_id for no key update`,
);

const lockByKey = statement(
  'lock_sign_in_link',
  `select ${links.columnsOf('l')}, u.name as user_name
   from sign_in_links l
   join users u on u.organization_id = l.organization_id and u.user_id = l.user_id
   join organizations o on o.organization_id = l.organization_id
   where l.organization_id = $1 and l.key_hash = $2 and l.used_at is null and l.revoked_at is null
     and l.expires_at > $3 and u.active and u.account_id = l.account_id and o.suspended_at is null
   for no key update of l`,
);
