import { WORDS, writtenFor } from '../documents/index.ts';
import { html, type Markup } from '../forms/index.ts';
import type { InvoiceRow } from '../invoices/index.ts';
import type { CheckoutRow } from '../payments/index.ts';
import { longText } from './estimate-options.ts';
import { callUs, form, layout } from './layout.ts';
import type { Shown, View } from './shown.ts';

/** How an invoice with a balance can be paid: online if the company takes that, and as it says otherwise. */
export function payBlock(shown: Shown, isOnline: boolean): Markup {
  const { texts, company, language } = shown;
  const { payment_instructions: instructions } = company;
  const ask = html`<p class="text">${texts.invoice.askToPay} ${callUs(shown)}</p>`;
  const other = isOnline ? null : ask;
  return html`<section><h2>${WORDS[language].howToPay}</h2>
${isOnline ? form(shown, 'pay', html`<button type="submit">${texts.invoice.payOnline}</button>`) : null}
${instructions === null ? other : longText(instructions, texts.more)}</section>`;
}

/** What the page of an invoice says about its last online payment. A failure of ours is said where it happened. */
export function paymentNotice({ texts }: Shown, checkout: CheckoutRow | null): string | null {
  if (checkout?.status === 'processing') return texts.invoice.processing;
  return checkout?.failure_code === 'payment_failed' ? texts.invoice.notPaid : null;
}

/** Seconds. The page of the provider is there as soon as the worker has asked for it. */
const WAIT = '2';

/** From here the customer goes to the page of the provider, by itself if the browser allows that. */
export function payPage(shown: Shown, invoice: InvoiceRow, checkout: CheckoutRow): View {
  const { texts, path } = shown;
  const { url, amount, currency, status } = checkout;
  const heading = texts.invoice.payOnline;
  if (status === 'failed') {
    const content = html`<p>${invoice.number}</p>
${payBlock(shown, checkout.failure_code === 'payment_failed')}
<p><a class="link" href="${path}">${texts.back}</a></p>`;
    const notice = paymentNotice(shown, checkout) ?? texts.invoice.unavailable;
    return { page: layout(shown, { heading, content, notice }) };
  }
  if (status === 'processing') {
    const content = html`<p>${invoice.number}</p>`;
    return { page: layout(shown, { heading, content, notice: texts.invoice.processing }) };
  }
  if (url === null) {
    const content = html`<p><a class="link" href="${path}/pay">${texts.invoice.goOn}</a></p>`;
    return {
      page: layout(shown, { heading, content, notice: texts.invoice.preparing }),
      refresh: WAIT,
    };
  }
  const { country, time_zone: timeZone } = shown.company;
  const written = writtenFor({ language: shown.language, country, timeZone, currency });
  const content = html`<p>${invoice.number}: ${written.amount(amount)}</p>
<p><a class="link" href="${url}">${texts.invoice.goOn}</a></p>`;
  return { page: layout(shown, { heading, content }), refresh: `0;url=${url}` };
}
