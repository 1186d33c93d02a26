import { toUuid } from '../../domain/ids.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type Problem, validationFailed } from '../../platform/errors.ts';
import { findPropertyOrNull, type PropertyRow } from './queries.ts';

const selectSame = statement(
  'select_is_same_person',
  `select is_same_person($1, $2, $3) as same from organizations where organization_id = $1`,
);

/** Whether both leads are of one person: merged, or of one customer. */
export async function isSamePerson(tx: Tx, leadId: string, otherLeadId: string): Promise<boolean> {
  if (leadId === otherLeadId) return true;
  const values = [tx.organizationId, leadId, otherLeadId];
  const [row] = await tx.query<{ same: boolean }>(selectSame, values);
  return row?.same ?? false;
}

/** The property that a record of this lead names; null if it names none. */
export async function readPropertyOf(
  tx: Tx,
  publicId: string | null | undefined,
  leadId: string,
): Promise<PropertyRow | null> {
  if (publicId === null || publicId === undefined || publicId === '') return null;
  const property = await findPropertyOrNull(tx, toUuid('property', publicId));
  if (property === null) throw notUsable('property_id', 'unknown_property', 'property');
  if (await isSamePerson(tx, property.lead_id, leadId)) return property;
  throw ofOtherPerson('property_id', 'property');
}

/** 422 for an id in a body that is not known in the organization. */
export function notUsable(name: string, code: string, what: string): Problem {
  const detail = `The field ${name} is not the id of a ${what} of your organization.`;
  return validationFailed([{ pointer: `/${name}`, code, detail }]);
}

export function ofOtherPerson(name: string, what: string): Problem {
  const detail = `The field ${name} is the id of a ${what} of another person. Send one of the same person.`;
  return validationFailed([{ pointer: `/${name}`, code: 'other_person', detail }]);
}
