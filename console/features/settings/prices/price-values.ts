import type { PriceItem, UpdatePriceItem } from '../../../../packages/sdk/src/index.ts';
import { api } from '../../../api/client.ts';
import * as text from '../../../text/en.ts';
import { readMoney } from '../../../ui/money.ts';
import { typed } from '../../../ui/use-form.ts';
import type { Entered } from '../shared/use-editor.ts';
import { codeFrom, textOrNull } from '../shared/values.ts';

const words = text.settings.prices;
export const KINDS = ['labour', 'part', 'fee', 'discount'] as const;

/** Of the fields, in the order of the window. */
export const PRICE_NAMES = [
  ...['name', 'code', 'kind', 'unit_amount', 'currency', 'unit', 'tax_rate', 'cost'],
];

export interface PriceBody extends UpdatePriceItem {
  code: string;
  name: string;
  kind: (typeof KINDS)[number];
  unit_amount: number;
}

export function priceIn(values: FormData, currency: string): Entered<PriceBody> {
  const unitAmount = readMoney(typed(values, 'unit_amount'), currency);
  const writtenCost = typed(values, 'cost').trim();
  const cost = writtenCost === '' ? null : (readMoney(writtenCost, currency) ?? undefined);
  if (unitAmount === null || cost === undefined) {
    const wrong = {
      ...(unitAmount === null && { unit_amount: words.wrongAmount }),
      ...(cost === undefined && { cost: words.wrongAmount }),
    };
    return { wrong };
  }
  const name = typed(values, 'name').trim();
  return {
    body: {
      code: typed(values, 'code').trim() || codeFrom(name),
      name,
      kind: KINDS.find((one) => one === typed(values, 'kind')) ?? 'labour',
      unit_amount: unitAmount,
      currency,
      unit: textOrNull(values, 'unit'),
      tax_rate: percentIn(typed(values, 'tax_rate')),
      cost,
    },
  };
}

/** With a comma as people write it, too. What is not a number is sent as null, which the service refuses at the field. */
function percentIn(written: string): number {
  const bare = written.trim().replace('%', '').replace(',', '.');
  return Number(bare);
}

/** The values that a change replaces, to undo it. */
export function bodyOf(item: PriceItem): UpdatePriceItem {
  const { name, unit_amount, currency, unit, tax_rate, cost } = item;
  return { name, unit_amount, currency, unit, tax_rate, cost };
}

export function savePrice(
  stored: PriceItem | null,
  { code, kind, ...body }: PriceBody,
): Promise<PriceItem> {
  return stored
    ? api.priceItems.update(stored.code, body)
    : api.priceItems.create({ code, kind, ...body });
}
