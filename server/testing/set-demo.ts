import { toUuid } from '../domain/ids.ts';
import type { TestService } from './harness.ts';

/** What the program that builds the demo company leaves behind; null: no one has asked for one. */
export async function setDemo(
  service: TestService,
  company: { organizationId: string; userId: string } | null,
): Promise<void> {
  await service.owner.query(
    `update demo_company set status = $1, company_id = $2, owner_id = $3, requested_at = $4,
       failure = null, progress = 0`,
    company === null
      ? ['none', null, null, null]
      : [
          'ready',
          toUuid('organization', company.organizationId),
          toUuid('user', company.userId),
          service.clock.now(),
        ],
  );
}
