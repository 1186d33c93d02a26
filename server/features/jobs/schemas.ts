import Type, { type Static } from 'typebox';
import * as field from '../../platform/http/fields.ts';
import { Contract } from './contract-schemas.ts';
import {
  assignedTo,
  itemTitle,
  ofJob,
  service,
  timestamps,
  title,
  warrantyMonths,
} from './fields.ts';
import { STATUSES, type Status } from './job.ts';

const count = (of: string) =>
  Type.Integer({ description: `How many ${of} there are.`, examples: [0] });

export const ChecklistItem = field.closedObject('ChecklistItem', 'Something to be done.', {
  item_id: field.id('item', 'Id of the item.'),
  title: Type.String(itemTitle),
  checked_at: field.nullableTime('When it was checked off; null while it is still to be done.'),
  created_at: field.createdAt,
});
export type ChecklistItem = Static<typeof ChecklistItem>;

export const Job = field.closedObject(
  'Job',
  'A sold job, from the contract to the end of the warranty.',
  {
    ...ofJob,
    customer_id: field.id('customer', 'Id of the customer it was sold to.'),
    customer_name: field.nullable({
      description: 'Name of the customer, as it is now.',
      examples: ['Dana Whitfield'],
    }),
    lead_id: field.id('lead', 'Id of the lead that the customer was.'),
    title: Type.String(title),
    service: field.nullable(service),
    status: Type.Unsafe<Status>({
      type: 'string',
      enum: [...STATUSES],
      description: 'Where it stands.',
      examples: ['contracted'],
    }),
    contract: Type.Unsafe<Contract | null>({ ...Contract, type: ['object', 'null'] }),
    warranty_months: Type.Integer(warrantyMonths),
    warranty_starts_on: field.nullable({
      format: 'date',
      description: 'The first day of the warranty; null before it is enrolled.',
      examples: [null],
    }),
    warranty_ends_on: field.nullable({
      format: 'date',
      description: 'The last day of the warranty, in the organization’s time zone.',
      examples: [null],
    }),
    assigned_to: field.nullable(assignedTo),
    pause_reason: field.nullable({ description: 'Why it is on hold.', examples: [null] }),
    cancel_reason: field.nullable({ description: 'Why it was canceled.', examples: [null] }),
    checklist: Type.Array(ChecklistItem, {
      description: 'What is to be done, in the order in which it was added.',
      examples: [[]],
    }),
    notes_count: count('notes'),
    attachments_count: count('attachments'),
    open_claims_count: count('open warranty claims'),
    scheduled_at: field.nullableTime('When it was scheduled.'),
    started_at: field.nullableTime('When the work began.'),
    paused_at: field.nullableTime('Since when it is on hold.'),
    resumed_at: field.nullableTime('When it last went on after a hold.'),
    completed_at: field.nullableTime('When the work was done.'),
    enrolled_at: field.nullableTime('When the warranty was enrolled.'),
    closed_at: field.nullableTime('When it was closed.'),
    canceled_at: field.nullableTime('When it was canceled.'),
    ...timestamps,
  },
);
export type Job = Static<typeof Job>;
