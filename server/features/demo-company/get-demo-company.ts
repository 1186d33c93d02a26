import { read } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findDemo, toDemoCompany } from './queries.ts';
import { DemoCompany } from './schemas.ts';

export const getDemoCompany = read({
  id: 'getDemoCompany',
  path: '/v1/demo-company',
  tag: 'Organizations',
  resource: 'demo company',
  scopes: ['operator'],
  summary: 'Get the demo company',
  description: 'For operators. Returns whether there is a demo company, and how far it is built.',
  responses: returns(DemoCompany, 'The demo company.'),
  async run(tx) {
    return toDemoCompany(await findDemo(tx));
  },
});
