import Type from 'typebox';
import { canonicalAddress, readAddress } from '../../../domain/message-address.ts';
import { lifecycleNumberInput } from '../../../domain/reference-fields.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { read } from '../../../platform/http/operation.ts';
import { listQuery, pageAnswer, pageById } from '../../../platform/paging.ts';
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
    'Who wants no more texts or mails, since when, and how they said so, newest first; those that have ended too.',
  query: listQuery({
    channel: Type.Optional(optOutChannel),
    standing: Type.Optional(
      Type.Boolean({
        description: '`true` for those that stand, `false` for those that have ended.',
        examples: [true],
      }),
    ),
    address: Type.Optional(
      Type.String({
        maxLength: TEXT_LIMITS.email,
        description: 'Only those of this phone number or mailbox, however it is written.',
        examples: ['+14155550134'],
      }),
    ),
    lifecycle_number: lifecycleNumberInput('Only what was said under this number.'),
  }),
  answers: pageAnswer(OptOut, 'The opt-outs, newest first.'),
  async run(tx, { query, caller }) {
    const filters = {
      lifecycleNumber: query.lifecycle_number ?? null,
      addresses: query.address === undefined ? null : addressesOf(query.address, caller.country),
      channel: query.channel ?? null,
      standing: query.standing ?? null,
    };
    return pageById(query, 'opt_out', {
      rows: (before, limit) => listOptOutRows(tx, filters, before, limit),
      idOf: (row) => row.opt_out_id,
      toItem: toOptOut,
    });
  },
});

/** As it would be kept, of either kind; nothing for what is neither. */
function addressesOf(text: string, country: string): string[] {
  return (['sms', 'email'] as const)
    .map((channel) => ({ channel, address: readAddress(channel, text, country) }))
    .flatMap(({ channel, address }) =>
      address === null ? [] : [canonicalAddress(channel, address)],
    );
}
