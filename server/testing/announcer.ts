import { Announcements } from '../platform/events/announcements.ts';
import type { TestOrganization, TestService } from './harness.ts';
import { uuidFrom } from './uuid-from.ts';

/** Another process, which says that an organization has new events: nothing waits for the next poll. */
export async function startAnnouncer({ connection }: TestService) {
  const announcements = new Announcements(connection);
  await announcements.start();
  return {
    announce({ organizationId }: TestOrganization, ...followers: string[]): void {
      const id = uuidFrom('organization', organizationId);
      announcements.announce([{ organizationId: id, followers }]);
    },
    stop: () => announcements.stop(),
  };
}
