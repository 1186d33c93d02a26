import type { Estimate } from '../../../packages/sdk/src/index.ts';
import * as text from '../../text/en.ts';
import { formatMoney } from '../../ui/money.ts';

/** What was agreed, or what the options come to: "$900.00 to $1,400.00". */
export function priceText({ acceptance, options, currency }: Estimate): string {
  if (acceptance !== null) return formatMoney(acceptance.amount, currency);
  const totals = options.map(({ total }) => total);
  const lowest = Math.min(...totals);
  const highest = Math.max(...totals);
  if (lowest === highest) return formatMoney(lowest, currency);
  return text.estimates.range(formatMoney(lowest, currency), formatMoney(highest, currency));
}
