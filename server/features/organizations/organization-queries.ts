import { toPublicId, toPublicIdOrNull } from '../../domain/ids.ts';
import type { Language } from '../../domain/languages.ts';
import type { WorkingHours } from '../../domain/working-hours.ts';
import { foundRow } from '../../platform/database/found-row.ts';
import { statement } from '../../platform/database/statement.ts';
import { table } from '../../platform/database/table.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { Organization } from './organization-schemas.ts';
import { type SchedulingColumns, toScheduling } from './scheduling.ts';
import { toTextLimits } from './text-limits.ts';

interface OrganizationSettings extends SchedulingColumns {
  name: string;
  time_zone: string;
  country: string;
  currency: string;
  qualification_policy: string;
  working_hours: WorkingHours;
  quiet_allowed_from: string;
  quiet_allowed_until: string;
  /** Null for the organization's own country. */
  text_countries: string[] | null;
  texts_per_hour: number;
  texts_per_day: number;
  texts_per_number_per_hour: number;
  texts_per_number_per_day: number;
  phone: string | null;
  /** Null unless documents are to show it. */
  address: string | null;
  tax_id: string | null;
  logo_file_id: string | null;
  /** Of the pages of customers’ links. */
  brand_color: string | null;
  /** How invoices can be paid, for customers. */
  payment_instructions: string | null;
  language: Language;
  messages_per_person_per_day: number;
  sending_paused_at: Date | null;
  suspended_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface OrganizationRow extends OrganizationSettings {
  organization_id: string;
}

/** The organization id is the tenant of the transaction, so it is not listed as a column. */
const organizations = table<OrganizationSettings>('organizations', {
  name: 'value',
  time_zone: 'value',
  country: 'value',
  currency: 'value',
  qualification_policy: 'value',
  working_hours: 'json',
  minimum_notice_minutes: 'value',
  buffer_minutes: 'value',
  step_minutes: 'value',
  horizon_days: 'value',
  arrival_window_minutes: 'value',
  arrival_window_aligned: 'value',
  travel_speed_kmh: 'value',
  travel_base_minutes: 'value',
  customer_changes_allowed: 'value',
  customer_changes_until_hours: 'value',
  quiet_allowed_from: 'value',
  quiet_allowed_until: 'value',
  text_countries: 'value',
  texts_per_hour: 'value',
  texts_per_day: 'value',
  texts_per_number_per_hour: 'value',
  texts_per_number_per_day: 'value',
  phone: 'value',
  address: 'value',
  tax_id: 'value',
  logo_file_id: 'value',
  brand_color: 'value',
  payment_instructions: 'value',
  language: 'value',
  messages_per_person_per_day: 'value',
  sending_paused_at: 'value',
  suspended_at: 'value',
  created_at: 'fixed',
  updated_at: 'value',
});

export function toOrganization(row: OrganizationRow): Organization {
  return {
    organization_id: toPublicId('organization', row.organization_id),
    name: row.name,
    time_zone: row.time_zone,
    country: row.country,
    currency: row.currency,
    phone: row.phone,
    address: row.address,
    tax_id: row.tax_id,
    logo_file_id: toPublicIdOrNull('file', row.logo_file_id),
    brand_color: row.brand_color,
    payment_instructions: row.payment_instructions,
    language: row.language,
    qualification_policy: row.qualification_policy,
    working_hours: row.working_hours,
    scheduling: toScheduling(row),
    quiet_hours: {
      allowed_from: row.quiet_allowed_from,
      allowed_until: row.quiet_allowed_until,
    },
    text_limits: toTextLimits(row),
    messages_per_person_per_day: row.messages_per_person_per_day,
    sending_paused_at: row.sending_paused_at?.toISOString() ?? null,
    suspended_at: row.suspended_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const insertCounters = statement(
  'insert_organization_counters',
  'insert into organization_counters (organization_id) values ($1)',
);

/** Inserts the organization of the transaction, with the counters that number its events and leads. */
export function insertOrganization(tx: Tx, settings: OrganizationSettings): void {
  organizations.insert(tx, settings);
  tx.query(insertCounters, [tx.organizationId]);
}

const selectOrganization = statement(
  'select_organization',
  `select organization_id, ${organizations.columns} from organizations where organization_id = $1`,
  { once: true, tables: ['organizations'] },
);
/** Whether an organization other than the caller's exists, for the operator. */
export async function existsAsTenant(tx: Tx, organizationId: string): Promise<boolean> {
  const rows = tx.inOrganization(organizationId, (own) =>
    own.query(selectOrganization, [organizationId]),
  );
  return (await rows).length > 0;
}

const selectOrganizationForUpdate = statement(
  'select_organization_for_update',
  `${selectOrganization.text} for no key update`,
);

export function findOrganization(tx: Tx): Promise<OrganizationRow> {
  return foundRow(
    tx.query<OrganizationRow>(selectOrganization, [tx.organizationId]),
    'organization',
  );
}

/** Whether the organization of the transaction exists, for an operator who names it. */
export async function isOrganization(tx: Tx): Promise<boolean> {
  return (await tx.query(selectOrganization, [tx.organizationId])).length > 0;
}

export function lockOrganization(tx: Tx): Promise<OrganizationRow> {
  return foundRow(
    tx.query<OrganizationRow>(selectOrganizationForUpdate, [tx.organizationId]),
    'organization',
  );
}

export const organizationResource = { save: organizations.update, show: toOrganization };
