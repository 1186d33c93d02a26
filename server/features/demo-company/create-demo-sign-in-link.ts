import { conflict } from '../../platform/errors.ts';
import { mutation } from '../../platform/http/operation.ts';
import { creates } from '../../platform/http/responses.ts';
import { inside } from '../organizations/index.ts';
import { createLinkToCopy, lockUserWithAccount, SignInLinkWithUrl } from '../sign-in/index.ts';
import { findDemo } from './queries.ts';

export const createDemoSignInLink = mutation({
  id: 'createDemoSignInLink',
  method: 'POST',
  path: '/v1/demo-company/sign-in-links',
  tag: 'Organizations',
  resource: 'demo company',
  scopes: ['operator'],
  secret: true,
  summary: 'Create a link into the demo company',
  description:
    'For operators. Returns a link that signs in as the owner of the demo company, for 15 minutes and once. The log of the demo company shows it with the operator as the actor.',
  responses: creates(SignInLinkWithUrl, 'The link with its address.'),
  problems: ['demo_company_not_ready', 'user_inactive', 'user_without_account'],
  async run(tx, { baseUrl }) {
    const { status, company_id, owner_id: user_id } = await findDemo(tx);
    if (status !== 'ready' || company_id === null || user_id === null) throw notReady();
    const user = await inside(tx, company_id, (own) => lockUserWithAccount(own, user_id));
    const link = tx.inOrganization(company_id, (own) =>
      createLinkToCopy(own, { ...user, user_id }, baseUrl),
    );
    return { status: 201, body: link };
  },
});

function notReady() {
  return conflict(
    'demo_company_not_ready',
    'There is no demo company yet. Create it with POST /v1/demo-company, and wait until its status is ready.',
  );
}
