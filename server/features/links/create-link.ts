import { assertMeets } from '../../platform/auth/needs.ts';
import { validationFailed } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { NEEDS, readExpiry, targetErrors } from './link.ts';
import { linkUrl, newLinkKey } from './link-key.ts';
import { emitCreated, newLink } from './new-link.ts';
import { insertLink, toLink } from './queries.ts';
import { CreateLinkBody, LinkWithUrl } from './schemas.ts';
import { type FindEstimate, findTarget } from './targets.ts';

export const createLink = (findEstimate: FindEstimate) =>
  mutation({
    id: 'createLink',
    method: 'POST',
    path: '/v1/links',
    tag: 'Links',
    resource: 'link',
    scopes: ['links:write', 'links:own'],
    secret: true,
    summary: 'Create a link for a customer',
    description:
      'Creates the address of a page for one customer: to confirm, move or cancel a visit, to approve an estimate, to see an invoice, or to update contact details. Everyone who has the address can use it, so the token also needs the scopes of what it opens. Templates have `{{ links.visit }}` instead.',
    body: CreateLinkBody,
    responses: creates(LinkWithUrl, 'The link with its address.'),
    problems: ['person_erased'],
    undo: 'revokeLink',
    check: (body) => ({ errors: targetErrors(body) }),
    async run(tx, { body, caller, baseUrl }) {
      const because = `A link with the purpose ${body.purpose} lets its holder act on it.`;
      assertMeets(caller, NEEDS[body.purpose], because, '/purpose');
      const target = await findTarget(tx, body, findEstimate);
      const row = newLink(tx, target, expiryOf(body.expires_at, tx.now));
      const key = newLinkKey(tx);
      await insertLink(tx, row, key);
      emitCreated(tx, row);
      return { status: 201, body: { ...toLink(row), url: linkUrl(baseUrl, key) } };
    },
  });

function expiryOf(text: string | undefined, now: Date) {
  if (text === undefined) return {};
  const expires_at = readExpiry(text, now);
  if (expires_at !== null) return { expires_at };
  const detail =
    'The field expires_at must be in the future, and at most two years ahead. Correct it, or leave it out.';
  throw validationFailed([{ pointer: '/expires_at', code: 'out_of_range', detail }]);
}
