import Type from 'typebox';
import { download } from '../../platform/http/download-operation.ts';
import { findCustomer } from '../customers/index.ts';
import { openPersonDocument } from './person-document.ts';

/** What both operations that export a person have in common. */
export const PERSON_DOCUMENT = {
  scopes: ['privacy:read'],
  query: Type.Object({}, { additionalProperties: false }),
  responses: {
    200: {
      description:
        'The document: contact, leads, customers with their consents, appointments, jobs, invoices with payments, communications, opt-outs, follow-ups, and the history.',
      mediaType: 'application/json',
      example: '{\n  "exported_at": "2027-03-01T09:00:00.000Z",\n  "contact": {}\n}\n',
    },
  },
  problems: [],
} as const;

export const exportCustomer = download({
  id: 'exportCustomer',
  path: '/v1/customers/{id}/export',
  tag: 'Privacy',
  resource: 'customer',
  ...PERSON_DOCUMENT,
  params: { id: 'customer' },
  summary: 'Export a customer',
  description:
    'Returns everything that is stored about the person as one JSON document, for the person to read. It includes leads that were merged with the customer’s or are certain duplicates.',
  open(database, { params, caller, eventTypes }) {
    return openPersonDocument(
      database,
      { ...caller, eventTypes },
      async (tx) => (await findCustomer(tx, params.id)).lead_id,
    );
  },
});
