import { changedFields } from '../../platform/events/changed-fields.ts';
import { mutation } from '../../platform/http/operation.ts';
import { returns } from '../../platform/http/responses.ts';
import { findJob } from '../jobs/index.ts';
import { UpdateInvoiceBody } from './body-schemas.ts';
import { changeInvoice, openInvoice, refused, unchanged } from './change-invoice.ts';
import { dueOnErrors } from './create-invoice.ts';
import { markedAsBefore } from './deposits.ts';
import { invoiceUpdated } from './events.ts';
import { isAllowed, whenAllowed } from './invoice.ts';
import { lineErrors, withTotals } from './lines.ts';
import { placeOfInvoice, taxedAt } from './place-of-invoice.ts';
import { type InvoiceRow, toInvoice } from './queries.ts';
import { InvoiceWithPayments } from './schemas.ts';

export const updateInvoice = mutation({
  id: 'updateInvoice',
  method: 'PATCH',
  path: '/v1/invoices/{id}',
  tag: 'Invoices',
  resource: 'invoice',
  scopes: ['invoices:write', 'invoices:own'],
  summary: 'Update an invoice',
  description: `Changes the fields of a draft that you send; \`lines\` replaces all lines. A sent invoice cannot be changed: void it and create another one. ${whenAllowed('update')}`,
  body: UpdateInvoiceBody,
  responses: returns(InvoiceWithPayments, 'The changed invoice.'),
  problems: ['invoice_not_draft'],
  check: (body) => ({ errors: [...dueOnErrors(body), ...lineErrors(body.lines)] }),
  async run(tx, { params, body }) {
    const open = await openInvoice(tx, params.id);
    const { before, today } = open;
    assertDraft(before);
    const findLeadId = async () => (await findJob(tx, before.job_id)).lead_id;
    const place = await placeOfInvoice(tx, body.property_id, before.property_id, findLeadId);
    const changes = {
      property_id: place.property_id,
      due_on: body.due_on ?? before.due_on,
      notes: body.notes === undefined ? before.notes : body.notes,
      ...(body.lines ? withTotals(taxedAt(place, markedAsBefore(before.lines, body.lines))) : {}),
    };
    const changed = toInvoice({ ...before, ...changes }, today);
    if (Object.keys(changedFields(toInvoice(before, today), changed)).length === 0) {
      return { status: 200, body: unchanged(open) };
    }
    return { status: 200, body: changeInvoice(tx, open, changes, invoiceUpdated) };
  },
});

function assertDraft(invoice: InvoiceRow): void {
  if (isAllowed('update', invoice)) return;
  throw refused(
    invoice,
    'invoice_not_draft',
    `This invoice is ${invoice.status}, and only a draft can be changed. Void it if it is not void yet, and create another one.`,
  );
}
