import type { Static } from 'typebox';
import { currencyErrors } from '../../domain/currencies.ts';
import { isOutsideSupportedRange, SUPPORTED_RANGE } from '../../domain/supported-range.ts';
import { textAsSent } from '../../domain/text.ts';
import type { FieldError } from '../../platform/errors.ts';
import type { JobRow } from './queries.ts';
import type { CreateJobBody } from './schemas.ts';

/** What a new job and a changed one have in common as they are sent. */

type ContractBody = NonNullable<Static<typeof CreateJobBody>['contract']>;

/** What is wrong with a contract that no schema can say. */
export function contractErrors(body: Record<string, unknown>): FieldError[] {
  const { signed_at, amount, currency } = (body.contract ?? {}) as Partial<ContractBody>;
  const errors = currencyErrors('/contract/currency', currency);
  if (isOutsideSupportedRange(signed_at)) {
    const detail = `The field contract.signed_at must be ${SUPPORTED_RANGE}.`;
    errors.push({ pointer: '/contract/signed_at', code: 'out_of_range', detail });
  }
  if ((amount ?? null) !== null && (currency ?? null) === null) {
    const detail = 'The field contract.currency is missing: an amount is of a currency.';
    errors.push({ pointer: '/contract/currency', code: 'required', detail });
  }
  if ((amount ?? null) === null && (currency ?? null) !== null) {
    const detail = 'The field contract.amount is missing: a currency is of an amount.';
    errors.push({ pointer: '/contract/amount', code: 'required', detail });
  }
  return errors;
}

export function contractColumns(contract: ContractBody | null | undefined) {
  const signedAt = contract?.signed_at ?? null;
  return {
    contract_signed_at: signedAt === null ? null : new Date(signedAt),
    contract_amount: contract?.amount ?? null,
    contract_currency: contract?.currency ?? null,
    contract_terms: textAsSent(contract?.terms),
  } satisfies Partial<JobRow>;
}
