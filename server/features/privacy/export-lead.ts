import { download } from '../../platform/http/download-operation.ts';
import { findLead } from '../leads/index.ts';
import { PERSON_DOCUMENT } from './export-customer.ts';
import { openPersonDocument } from './person-document.ts';

export const exportLead = download({
  id: 'exportLead',
  path: '/v1/leads/{id}/export',
  tag: 'Privacy',
  resource: 'lead',
  ...PERSON_DOCUMENT,
  params: { id: 'lead' },
  summary: 'Export a lead',
  description:
    'Returns everything that is stored about the person of a lead, in the same document as for a customer.',
  open(database, { params, caller, eventTypes }) {
    return openPersonDocument(
      database,
      { ...caller, eventTypes },
      async (tx) => (await findLead(tx, params.id)).lead_id,
    );
  },
});
