/**
 * Stripe counts most currencies in the minor units of ISO 4217, as we do. It counts some without decimals with two, and one
 * with decimals without: https://docs.stripe.com/currencies. Only whole units of those can be paid.
 */
const STRIPE_UNITS_PER_MINOR: Readonly<Record<string, number>> = { ISK: 100, UGX: 100 };
const MINOR_PER_STRIPE_UNIT: Readonly<Record<string, number>> = { MGA: 100 };
/** Three decimals, of which the last must be 0. */
const TENS = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** Null if Stripe cannot take exactly this amount. */
export function toStripeAmount(minorUnits: number, currency: string): number | null {
  if (TENS.has(currency)) return minorUnits % 10 === 0 ? minorUnits : null;
  const per = MINOR_PER_STRIPE_UNIT[currency];
  if (per !== undefined) return minorUnits % per === 0 ? minorUnits / per : null;
  return minorUnits * (STRIPE_UNITS_PER_MINOR[currency] ?? 1);
}

/** The currency as Stripe writes it. What is less than a minor unit is lost, so it will not match the invoice. */
export function fromStripeAmount(amount: number, stripeCurrency: string): number {
  const currency = stripeCurrency.toUpperCase();
  const minor = amount * (MINOR_PER_STRIPE_UNIT[currency] ?? 1);
  return Math.floor(minor / (STRIPE_UNITS_PER_MINOR[currency] ?? 1));
}
