import type { Tx } from '../../platform/database/transaction.ts';
import { findPropertyOrNull, readPropertyOf } from '../properties/index.ts';
import type { LineBody } from './body-schemas.ts';

/** Where the work of an invoice was done, and the tax rate there. */
export interface PlaceOfInvoice {
  property_id: string | null;
  tax_rate: number | null;
}

/** The place that is sent, or else the one that the job or the invoice has already. */
export async function placeOfInvoice(
  tx: Tx,
  sent: string | null | undefined,
  current: string | null,
  findLeadId: () => Promise<string>,
): Promise<PlaceOfInvoice> {
  if (sent === undefined) {
    const property = await findPropertyOrNull(tx, current);
    return { property_id: current, tax_rate: property?.tax_rate ?? null };
  }
  const property = await readPropertyOf(tx, sent, await findLeadId());
  return { property_id: property?.property_id ?? null, tax_rate: property?.tax_rate ?? null };
}

/** Lines without a tax rate get that of the place. */
export function taxedAt(
  { tax_rate }: Pick<PlaceOfInvoice, 'tax_rate'>,
  lines: readonly LineBody[],
): LineBody[] {
  return lines.map((line) => ({ ...line, tax_rate: line.tax_rate ?? tax_rate ?? 0 }));
}
