import { toPublicId } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { KIND_OF } from './link.ts';
import { derivedLinkKey, hashLinkKey } from './link-key.ts';
import { emitCreated, newLink } from './new-link.ts';
import { insertLinkWithoutKey } from './queries.ts';
import type { LinkTarget } from './targets.ts';

/**
 * Links in messages. A stored message, which users and receivers of events read, has the id of what the link opens in the
 * place of the key. The worker puts in the key when it sends the message, so only the customer gets it.
 */

type Opened = Pick<LinkTarget, 'purpose' | 'target_id'>;

function pathWithoutKey({ purpose, target_id }: Opened): string {
  return `/c/${toPublicId(KIND_OF[purpose], target_id)}`;
}

/** The address as the stored message has it. It opens nothing. */
export function addressWithoutKey(baseUrl: string, opened: Opened): string {
  return `${baseUrl}${pathWithoutKey(opened)}`;
}

/** Creates the links of a message that was just queued, as far as its text has them. */
export function insertMessageLinks(
  tx: Tx,
  { communication_id, body }: { communication_id: string; body: string | null },
  targets: readonly LinkTarget[],
): void {
  for (const target of targets.filter((one) => body?.includes(pathWithoutKey(one)))) {
    const row = newLink(tx, target, { communication_id });
    insertLinkWithoutKey(tx, row);
    emitCreated(tx, row);
  }
}

const selectOfMessage = statement(
  'select_links_of_message',
  `select link_id, purpose, target_id from links
   where organization_id = $1 and communication_id = $2 and revoked_at is null`,
);
const setKey = statement(
  'set_key_of_link',
  `update links set key_hash = $3, updated_at = $4
   where organization_id = $1 and link_id = $2 and revoked_at is null`,
);

/** The text as the customer gets it. Each attempt to send it has the same keys, because they are derived. */
export async function withLinkKeys(tx: Tx, communicationId: string, body: string): Promise<string> {
  if (!body.includes('/c/')) return body;
  const values = [tx.organizationId, communicationId];
  const links = await tx.query<Opened & { link_id: string }>(selectOfMessage, values);
  let text = body;
  for (const link of links) {
    const key = derivedLinkKey(tx, `message ${communicationId} ${link.link_id}`);
    tx.query(setKey, [tx.organizationId, link.link_id, hashLinkKey(key), tx.now]);
    text = text.replaceAll(pathWithoutKey(link), () => `/c/${key}`);
  }
  return text;
}
