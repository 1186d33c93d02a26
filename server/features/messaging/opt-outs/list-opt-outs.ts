import Type from 'typebox';
import { readAddress } from '../../../domain/message-address.ts';
import { lifecycleNumberInput } from '../../../domain/reference-fields.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import type { Tx } from '../../../platform/database/transaction.ts';
import { read } from '../../../platform/http/operation.ts';
import { listQuery, pageById, pagesOf } from '../../../platform/paging.ts';
import { storedForms } from './erased-addresses.ts';
import { listOptOutRows, toOptOut } from './queries.ts';
import { OptOut, optOutChannel } from './schemas.ts';

export const listOptOuts = read({
  id: 'listOptOuts',
  path: '/v1/opt-outs',
  tag: 'Communications',
  resource: 'opt-out',
  scopes: ['communications:read'],
  summary: 'List opt-outs',
  description:
    'Returns active and revoked opt-outs, newest first: which address opted out, when and how.',
  query: listQuery({
    channel: Type.Optional(optOutChannel),
    standing: Type.Optional(
      Type.Boolean({
        description: '`true` returns only active opt-outs; `false` returns only revoked ones.',
        examples: [true],
      }),
    ),
    address: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.email,
        description: 'Return only opt-outs of this phone number or email address, in any notation.',
        examples: ['+14155550134'],
      }),
    ),
    lifecycle_number: lifecycleNumberInput('Return only opt-outs with this lifecycle number.'),
  }),
  responses: pagesOf(OptOut, 'The opt-outs, newest first.'),
  async run(tx, { query, caller }) {
    const filters = {
      lifecycleNumber: query.lifecycle_number ?? null,
      addresses:
        query.address === undefined ? null : await addressesOf(tx, query.address, caller.country),
      channel: query.channel ?? null,
      standing: query.standing ?? null,
    };
    return pageById(
      query,
      'opt_out',
      (before, limit) => listOptOutRows(tx, filters, before, limit),
      toOptOut,
    );
  },
});

/** How the address is stored, as a phone number and as an email address; empty if it is neither. */
async function addressesOf(tx: Tx, text: string, country: string): Promise<string[]> {
  const forms = (['sms', 'email'] as const).map(async (channel) => {
    const address = readAddress(channel, text, country);
    return address === null ? [] : storedForms(tx, { channel, address });
  });
  return (await Promise.all(forms)).flat();
}
