import { currencyErrors } from '../../domain/currencies.ts';
import { toPublicIdOrNull } from '../../domain/ids.ts';
import { isOutsideSupportedRange, SUPPORTED_RANGE } from '../../domain/supported-range.ts';
import { textAsSent } from '../../domain/text.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import type { FieldError } from '../../platform/errors.ts';
import { findOrganization } from '../organizations/index.ts';
import type { Contract, ContractBody } from './contract-schemas.ts';

/** The rules for a contract that the schema cannot express. */
export function contractErrors(body: Record<string, unknown>): FieldError[] {
  const { signed_at, amount, currency }: Record<string, unknown> =
    typeof body.contract === 'object' ? { ...body.contract } : {};
  const errors = currencyErrors('/contract/currency', currency);
  if (isOutsideSupportedRange(signed_at)) {
    const detail = `The field contract.signed_at must be ${SUPPORTED_RANGE}.`;
    errors.push({ pointer: '/contract/signed_at', code: 'out_of_range', detail });
  }
  if ((amount ?? null) === null && (currency ?? null) !== null) {
    const detail = 'The field contract.amount is missing. Send it together with contract.currency.';
    errors.push({ pointer: '/contract/amount', code: 'required', detail });
  }
  return errors;
}

/** All columns are null if the contract is null or left out. An amount without a currency is in the organization's. */
export async function contractColumns(
  tx: Tx,
  contract: ContractBody | undefined,
): Promise<ContractColumns> {
  const signedAt = contract?.signed_at ?? null;
  const amount = contract?.amount ?? null;
  const currency = contract?.currency ?? null;
  return {
    contract_signed_at: signedAt === null ? null : new Date(signedAt),
    contract_amount: amount,
    contract_currency:
      amount === null ? currency : (currency ?? (await findOrganization(tx)).currency),
    contract_terms: textAsSent(contract?.terms),
  };
}

export interface ContractColumns {
  contract_signed_at: Date | null;
  contract_amount: number | null;
  contract_currency: string | null;
  contract_terms: string | null;
}

/** What the contract of an estimate has besides. */
export interface SignedColumns {
  contract_estimate_id: string | null;
  contract_document_hash: string | null;
}

export function contractOf(row: ContractColumns & SignedColumns): Contract | null {
  const contract = {
    signed_at: row.contract_signed_at?.toISOString() ?? null,
    amount: row.contract_amount,
    currency: row.contract_currency,
    terms: row.contract_terms,
    estimate_id: toPublicIdOrNull('estimate', row.contract_estimate_id),
    document_hash: row.contract_document_hash,
  };
  return Object.values(contract).every((value) => value === null) ? null : contract;
}
