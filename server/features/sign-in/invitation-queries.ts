import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Actor } from '../../platform/events/event.ts';
import type { Invitation } from './schemas.ts';

export interface InvitationRow {
  invitation_id: string;
  user_id: string;
  key_hash: Buffer;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
  created_by: Actor;
  created_at: Date;
  updated_at: Date;
}

const invitations = table<InvitationRow>('invitations', {
  invitation_id: 'key',
  user_id: 'fixed',
  key_hash: 'fixed',
  expires_at: 'fixed',
  accepted_at: 'value',
  revoked_at: 'value',
  created_by: 'fixed_json',
  created_at: 'fixed',
  updated_at: 'value',
});

export function toInvitation(row: InvitationRow): Invitation {
  return {
    invitation_id: toPublicId('invitation', row.invitation_id),
    user_id: toPublicId('user', row.user_id),
    expires_at: row.expires_at.toISOString(),
    accepted_at: row.accepted_at?.toISOString() ?? null,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const invitationResource = {
  insert: invitations.insert,
  save: invitations.update,
  show: toInvitation,
};

/** The open invitation of a user; null for none. */
export async function lockOpenInvitation(tx: Tx, userId: string): Promise<InvitationRow | null> {
  return (await tx.query<InvitationRow>(lockOpen, [tx.organizationId, userId]))[0] ?? null;
}

/** An invitation that can be accepted, with its user; null if there is none with this key, or no longer. */
export async function lockInvitation(tx: Tx, keyHash: Buffer): Promise<InvitedUser | null> {
  return (await tx.query<InvitedUser>(lockByKey, [tx.organizationId, keyHash, tx.now]))[0] ?? null;
}

export interface InvitedUser extends InvitationRow {
  name: string;
  email: string;
  organization_name: string;
}

const lockOpen = statement(
  'lock_open_invitation',
  `select ${invitations.columns} from invitations
   where organization_id = $1 and user_id = $2 and accepted_at is null and revoked_at is null for no key update`,
);

const lockByKey = statement(
  'lock_invitation',
  `select ${invitations.columnsOf('i')}, u.name, u.email, o.name as organization_name
   from invitations i
   join users u on u.organization_id = i.organization_id and u.user_id = i.user_id
   join organizations o on o.organization_id = i.organization_id
   where i.organization_id = $1 and i.key_hash = $2 and i.accepted_at is null and i.revoked_at is null
     and i.expires_at > $3 and u.active and o.suspended_at is null
   for no key update of i`,
);
