import { isOutsideSupportedRange, SUPPORTED_RANGE } from '../../domain/supported-range.ts';
import { textAsSent } from '../../domain/text.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { type FieldError, validationFailed } from '../../platform/errors.ts';
import { findPropertyOrNull, readPropertyOf } from '../properties/index.ts';
import type { ChangeBody } from './body-schemas.ts';
import { assertDepositWithin, contentErrors, priceOptions } from './options.ts';
import type { EstimateRow } from './queries.ts';

/** What an estimate offers: all that can be changed while it is a draft. */
export type Content = Pick<
  EstimateRow,
  'property_id' | 'title' | 'expires_on' | 'options' | 'deposit' | 'warranty_months' | 'terms'
>;

/** Errors that need no database. */
export function checkContent(body: Record<string, unknown>): { errors: FieldError[] } {
  return { errors: [...validUntilErrors(body.valid_until), ...contentErrors(body)] };
}

function validUntilErrors(validUntil: unknown): FieldError[] {
  if (!isOutsideSupportedRange(validUntil)) return [];
  const detail = `The field valid_until must be ${SUPPORTED_RANGE}.`;
  return [{ pointer: '/valid_until', code: 'out_of_range', detail }];
}

/** The content after a change. Fields that were not sent are those of before. */
export async function changedContent(
  tx: Tx,
  before: Content & Pick<EstimateRow, 'currency' | 'lead_id'>,
  body: ChangeBody,
  today: string,
): Promise<Content> {
  if (body.valid_until !== undefined) assertNotPast(body.valid_until, today);
  const property =
    body.property_id === undefined
      ? await findPropertyOrNull(tx, before.property_id)
      : await readPropertyOf(tx, body.property_id, before.lead_id);
  const options =
    body.options === undefined
      ? before.options
      : await priceOptions(tx, body.options, before.currency, property?.tax_rate ?? 0);
  const deposit = body.deposit === undefined ? before.deposit : body.deposit;
  assertDepositWithin(deposit, options);
  return {
    property_id:
      body.property_id === undefined ? before.property_id : (property?.property_id ?? null),
    title: body.title?.trim() ?? before.title,
    expires_on: body.valid_until ?? before.expires_on,
    options,
    deposit,
    warranty_months: body.warranty_months ?? before.warranty_months,
    terms: body.terms === undefined ? before.terms : textAsSent(body.terms),
  };
}

function assertNotPast(validUntil: string, today: string): void {
  if (validUntil >= today) return;
  const detail = `The field valid_until is in the past. Send ${today} or a later day.`;
  throw validationFailed([{ pointer: '/valid_until', code: 'out_of_range', detail }]);
}
