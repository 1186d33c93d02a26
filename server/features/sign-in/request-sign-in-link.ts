import { setTimeout as pause } from 'node:timers/promises';
import { toPublicId } from '../../domain/ids.ts';
import type { Database } from '../../platform/database/database.ts';
import { publicOperation } from '../../platform/http/public-operation.ts';
import { accepts } from '../../platform/http/responses.ts';
import { enqueue } from '../../platform/tasks/enqueue.ts';
import { findAccount, type Membership, membershipsOf } from './accounts.ts';
import { assertMayTry, linkSubjectsOf } from './guessing.ts';
import { createLink, LINK_VALID_MS } from './link-queries.ts';
import { RequestedSignInLink, RequestSignInLinkBody } from './link-schemas.ts';
import { sendSignInLink } from './send-sign-in-link.task.ts';

/** Longer than the work for a known address takes, so that the time does not tell whether it is known. */
const RESPONSE_MS = 150;

export const requestSignInLink = publicOperation({
  id: 'requestSignInLink',
  path: '/v1/sign-in-links',
  tag: 'Sign-in',
  resource: 'sign_in_link',
  summary: 'Ask for a link to sign in',
  description:
    'Sends an email with a link that is valid for 15 minutes and once. It needs no token. The response is the same whether the address is known or not. A person who belongs to several organizations gets one email from each, or only from `organization_id`; a link signs in to its own organization. Without an email channel nothing is sent: then an owner creates a link.',
  body: RequestSignInLinkBody,
  responses: accepts(RequestedSignInLink, 'The link is sent if the address is known.'),
  problems: ['too_many_sign_ins'],
  async run({ body, database, address, baseUrl }) {
    const { email, organization_id } = body;
    await assertMayTry(database, linkSubjectsOf(email, address));
    await Promise.all([pause(RESPONSE_MS), queueLinks(database, email, organization_id, baseUrl)]);
    const expiresAt = new Date(database.clock.now().getTime() + LINK_VALID_MS);
    return { status: 202, body: { email, expires_at: expiresAt.toISOString() } };
  },
});

async function queueLinks(
  database: Database,
  email: string,
  organizationId: string | undefined,
  baseUrl: string,
): Promise<void> {
  const account = await findAccount(database, email);
  if (account === null) return;
  const memberships = await membershipsOf(database, account.account_id);
  const chosen = memberships.filter(
    (one) => organizationId === undefined || publicIdOf(one) === organizationId,
  );
  await Promise.all(
    chosen.map((one) => queueLink(database, account.account_id, one, { base_url: baseUrl })),
  );
}

/** The worker creates the key when it sends the link, so that no row contains it. */
function queueLink(
  database: Database,
  account_id: string,
  { organization_id: organizationId, user_id }: Membership,
  data: { base_url: string },
): Promise<void> {
  const actor = { type: 'system' as const, id: null, name: 'sign-in' };
  return database.transaction({ organizationId, actor }, async (tx) => {
    const link = { user_id, account_id, delivery: 'email' as const, key_hash: null };
    const { sign_in_link_id } = createLink(tx, link);
    enqueue(tx, sendSignInLink, { sign_in_link_id, ...data }, { group: 'email' });
  });
}

function publicIdOf({ organization_id }: Membership): string {
  return toPublicId('organization', organization_id);
}
