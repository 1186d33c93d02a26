import { download } from '../../platform/http/download-operation.ts';
import { NO_QUERY } from '../../platform/http/operation.ts';
import { downloadPdf, PDF_PROBLEMS, PDF_RESPONSE } from '../documents/index.ts';
import { printEstimate } from './print-estimate.ts';
import { findEstimate } from './queries.ts';

export const getEstimateDocument = download({
  id: 'getEstimateDocument',
  path: '/v1/estimates/{id}/document.pdf',
  tag: 'Estimates',
  resource: 'estimate',
  scopes: ['estimates:read', 'estimates:own'],
  // It shows the name and the address of the contact.
  alsoNeeds: [['leads:read', 'customers:read']],
  summary: 'Get an estimate as PDF',
  description: 'Returns the estimate as the customer reads it: all options, or what was accepted.',
  query: NO_QUERY,
  responses: { 200: PDF_RESPONSE },
  problems: PDF_PROBLEMS,
  open: (database, { params, caller }) =>
    downloadPdf(database, caller, async (tx) => {
      const { number, version } = await findEstimate(tx, params.id);
      return { document: await printEstimate(tx, params.id), name: `${number}-v${version}` };
    }),
});
