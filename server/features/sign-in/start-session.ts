import { toPublicId } from '../../domain/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/errors.ts';
import type { Actor } from '../../platform/events/event.ts';
import type { Membership } from './accounts.ts';

/** Runs in the organization that the person signs in to, in the name of the user. */
export function inNameOf<T>(
  database: Database,
  user: Pick<Membership, 'organization_id' | 'user_id' | 'user_name'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const id = toPublicId('user', user.user_id);
  const actor: Actor = { type: 'user', id, name: user.user_name };
  return database.transaction({ organizationId: user.organization_id, actor }, work);
}

/** The organization that the person asked for; the first by name if none. */
export function chooseOrganization(
  memberships: readonly Membership[],
  wanted: string | undefined,
): Membership {
  const found =
    wanted === undefined
      ? memberships[0]
      : memberships.find((one) => toPublicId('organization', one.organization_id) === wanted);
  if (found !== undefined) return found;
  throw new Problem(
    403,
    'no_organization',
    wanted === undefined
      ? 'Your account belongs to no organization in which you are active. Ask the owner of the organization for an invitation.'
      : 'Your account does not belong to this organization, or you are not active there. Leave out organization_id, or ask its owner for an invitation.',
  );
}
