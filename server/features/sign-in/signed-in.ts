import { toPublicId } from '../../domain/ids.ts';
import type { Membership } from './accounts.ts';
import { type SessionRow, toSession } from './session-queries.ts';

/** The response to a person who has signed in. */
export function signedIn(
  row: SessionRow,
  organizationId: string,
  memberships: readonly Membership[],
) {
  return {
    ...toSession(row),
    organization_id: toPublicId('organization', organizationId),
    organizations: memberships.map(({ organization_id, organization_name, role }) => ({
      organization_id: toPublicId('organization', organization_id),
      name: organization_name,
      role,
    })),
  };
}
