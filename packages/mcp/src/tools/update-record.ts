import { z } from 'zod';
import { randomKey, type Session } from '../session.ts';
import { tool } from '../tool.ts';
import { write } from '../write.ts';
import { choice, text } from './fields.ts';

const UPDATES: Record<string, string> = {
  lead: 'updateLead',
  customer: 'updateCustomer',
  appointment: 'updateAppointment',
  estimate: 'updateEstimate',
  job: 'updateJob',
  invoice: 'updateInvoice',
  property: 'updateProperty',
  equipment: 'updateEquipment',
};

export const updateRecord = tool({
  name: 'update_record',
  title: 'Update record',
  description: 'Changes fields, such as contact details, address, notes or assigned_to.',
  kind: 'write',
  operations: Object.values(UPDATES),
  input: (session) =>
    z.strictObject({
      kind: choice(kindsFor(session), 'An estimate or invoice only as a draft.'),
      id: text('Its id.'),
      changes: z
        .record(z.string(), z.unknown())
        .describe('Fields and new values; api_search shows them.'),
    }),
  async run({ kind, id, changes }, context) {
    const call = { parameters: { id }, body: changes };
    return write(context, UPDATES[kind] ?? '', call, randomKey());
  },
});

function kindsFor(session: Session): string[] {
  return Object.keys(UPDATES).filter((kind) => session.may(UPDATES[kind] ?? ''));
}
