import Type, { type Static } from 'typebox';
import { nextVisit } from '../../domain/overview-schemas.ts';
import { CONTACT_SCOPES } from '../../domain/scopes.ts';
import { shownWith } from '../../platform/auth/hidden-fields.ts';
import * as field from '../../platform/http/fields.ts';
import { equipmentShown } from '../equipment/index.ts';
import { propertyShown } from '../properties/index.ts';
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
import { visitWarnings } from './visit-warnings.ts';

const count = (records: string) =>
  Type.Integer({ description: `Number of ${records} of the job.`, examples: [0] });

export const ChecklistItem = field.closedObject(
  'ChecklistItem',
  'An item of the checklist of a job.',
  {
    item_id: field.id('item', 'Id of the checklist item.'),
    title: Type.String(itemTitle),
    checked_at: field.nullableTime('When the item was checked off; null if it is not done.'),
    changed_at: field.nullableTime('When the item was last checked off or unchecked.'),
    created_at: field.createdAt,
  },
);
export type ChecklistItem = Static<typeof ChecklistItem>;

export const Job = field.closedObject(
  'Job',
  'A job, from the contract to the end of the warranty.',
  {
    ...ofJob,
    customer_id: field.id('customer', 'Id of the customer.'),
    customer_name: field.nullable({
      description: 'Current name of the customer.',
      examples: ['Dana Whitfield'],
      ...shownWith(CONTACT_SCOPES),
    }),
    lead_id: field.id('lead', 'Id of the lead that became the customer.'),
    title: Type.String(title),
    service: field.nullable(service),
    status: Type.Unsafe<Status>({
      type: 'string',
      enum: [...STATUSES],
      description: 'Status of the job.',
      examples: ['contracted'],
    }),
    contract: Type.Unsafe<Contract | null>({ ...Contract, type: ['object', 'null'] }),
    warranty_months: Type.Integer(warrantyMonths),
    warranty_starts_on: field.nullable({
      format: 'date',
      description: 'First day of the warranty; null before the warranty is enrolled.',
      examples: [null],
    }),
    warranty_ends_on: field.nullable({
      format: 'date',
      description:
        'Last day of the warranty, in the organization’s time zone; null before the warranty is enrolled.',
      examples: [null],
    }),
    assigned_to: field.nullable(assignedTo),
    property_id: propertyShown,
    equipment_id: equipmentShown,
    pause_reason: field.nullable({ description: 'Why the job is paused.', examples: [null] }),
    cancel_reason: field.nullable({ description: 'Why the job was canceled.', examples: [null] }),
    checklist: Type.Array(ChecklistItem, {
      description: 'The checklist of the job, in the order in which the items were added.',
      examples: [[]],
    }),
    notes_count: count('notes'),
    attachments_count: count('attachments'),
    open_claims_count: count('open warranty claims'),
    next_visit: nextVisit,
    scheduled_at: field.nullableTime('When the job was last scheduled.'),
    started_at: field.nullableTime('When the work was started.'),
    paused_at: field.nullableTime('When the job was paused; null if it is not on hold.'),
    resumed_at: field.nullableTime('When the job was last resumed.'),
    completed_at: field.nullableTime('When the job was completed.'),
    enrolled_at: field.nullableTime('When the warranty was enrolled.'),
    closed_at: field.nullableTime('When the job was closed.'),
    canceled_at: field.nullableTime('When the job was canceled.'),
    warnings: visitWarnings,
    ...timestamps,
  },
);
export type Job = Static<typeof Job>;
