import Type from 'typebox';
import { idInput, lifecycleNumberInput } from '../../domain/reference-fields.ts';
import { read } from '../../platform/http/operation.ts';
import { filterById } from '../../platform/list-filters.ts';
import { listQuery, pageById, pagesOf } from '../../platform/paging.ts';
import { fieldOf, KIND_OF, PURPOSES, type Purpose } from './link.ts';
import { listLinkRows, toLink } from './queries.ts';
import { Link } from './schemas.ts';

export const listLinks = read({
  id: 'listLinks',
  path: '/v1/links',
  tag: 'Links',
  resource: 'link',
  scopes: ['links:read'],
  summary: 'List links of customers',
  description: 'Returns links, newest first, without their addresses.',
  query: listQuery({
    purpose: Type.Optional(
      Type.Unsafe<Purpose>({
        type: 'string',
        enum: [...PURPOSES],
        description: 'Only links with this purpose.',
        examples: ['visit'],
      }),
    ),
    appointment_id: idInput('appointment', 'Only links to this visit.'),
    estimate_id: idInput('estimate', 'Only links to this estimate.'),
    invoice_id: idInput('invoice', 'Only links to this invoice.'),
    customer_id: idInput('customer', 'Only links to the profile of this customer.'),
    lifecycle_number: lifecycleNumberInput('Only links with this lifecycle number.'),
  }),
  responses: pagesOf(Link, 'The links, newest first.'),
  async run(tx, { query }) {
    const targets = PURPOSES.flatMap((purpose) => {
      const id = filterById(KIND_OF[purpose], query[fieldOf(purpose)]);
      return id === null ? [] : [id];
    });
    // No link opens two things.
    if (targets.length > 1) return { data: [], has_more: false, next_cursor: null };
    const filters = {
      purpose: query.purpose ?? null,
      target: targets[0] ?? null,
      number: query.lifecycle_number ?? null,
    };
    return pageById(
      query,
      'link',
      (before, limit) => listLinkRows(tx, { filters, statuses: null, before, limit }),
      toLink,
    );
  },
});
