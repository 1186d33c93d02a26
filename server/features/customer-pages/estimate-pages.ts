import { presentText } from '../../domain/text.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { unstorableText } from '../../platform/http/validation.ts';
import { toPdf, type Written, writtenFor } from '../documents/index.ts';
import {
  accept,
  decline,
  type Estimate,
  findEstimate,
  markViewed,
  printEstimate,
  toEstimate,
} from '../estimates/index.ts';
import { html, type Markup } from '../forms/index.ts';
import { findToday } from '../invoices/index.ts';
import { acceptedOption, longText, optionSection } from './estimate-options.ts';
import { callUs, facts, form, labeled, layout, reasonForm, reasonIn } from './layout.ts';
import { Space } from './priced-table.ts';
import { type Errors, NO_ERRORS, type Pages, type Shown } from './shown.ts';

/** The customer's estimate: its options, and approving or declining it. */
export const estimatePages: Pages = {
  async show(tx, shown) {
    const estimate = await readEstimate(tx, shown);
    // Only the first time is recorded.
    const isNew = estimate.status === 'sent' && shown.isRead;
    const seen = isNew ? await markViewed(tx, shown.link.target_id) : estimate;
    return estimatePage(shown, seen);
  },
  views: {},
  files: {
    'document.pdf': async (tx, shown) => {
      const { number, version } = await readEstimate(tx, shown);
      const document = await printEstimate(tx, shown.link.target_id);
      return async () => ({
        name: `${number}-v${version}.pdf`,
        type: 'application/pdf',
        content: await toPdf(document),
      });
    },
  },
  actions: {
    async accept(tx, shown, sent, by) {
      const estimate = await readEstimate(tx, shown);
      const errors = acceptErrors(shown, estimate, sent);
      if (isOpen(estimate) && errors.size > 0) {
        return { page: estimatePage(shown, estimate, { sent, errors }) };
      }
      const option = estimate.options.length === 1 ? 0 : Number(sent.get('option'));
      const chosen = sent.getAll(`optional_${option}`).map(Number);
      const body = {
        option,
        optional_lines: chosen.filter((line) => estimate.options[option]?.lines[line]?.optional),
        signature: { name: presentText(sent.get('name')) ?? '', kind: 'typed' as const },
      };
      const { baseUrl } = shown;
      await accept(tx, shown.link.target_id, body, { by: 'link', ...by, baseUrl });
      return { next: '' };
    },
    async decline(tx, shown, sent) {
      await readEstimate(tx, shown);
      await decline(tx, shown.link.target_id, reasonIn(sent) ?? NO_REASON);
      return { next: '' };
    },
  },
};

/** For the office, which reads it. */
const NO_REASON = 'No reason was given.';

/** A draft is nothing to see yet. */
async function readEstimate(tx: Tx, { link }: Shown): Promise<Estimate> {
  const [row, today] = await Promise.all([findEstimate(tx, link.target_id), findToday(tx)]);
  if (row.status === 'draft') throw notFound('page');
  return toEstimate(row, today);
}

function isOpen({ status }: Estimate): boolean {
  return status === 'sent' || status === 'viewed';
}

interface Draft {
  sent: URLSearchParams;
  errors: Errors;
}

function estimatePage(shown: Shown, estimate: Estimate, draft: Draft | null = null): Markup {
  const { texts, company, language, path } = shown;
  const written = writtenFor({
    language,
    country: company.country,
    timeZone: company.time_zone,
    currency: estimate.currency,
  });
  const { words } = written;
  const space = new Space();
  const errors = draft?.errors ?? NO_ERRORS;
  const content = html`${facts([
    [words.number, `${estimate.number} · ${words.version} ${estimate.version}`],
    [words.estimate, estimate.title],
    [words.validUntil, written.day(estimate.valid_until)],
  ])}
<p><a class="link" href="${path}/document.pdf">${texts.download}</a></p>
${isOpen(estimate) ? openContent(shown, estimate, written, space, draft) : closedContent(shown, estimate, written, space)}`;
  const heading = texts.estimate.title;
  return layout(shown, { heading, content, errors, notice: stateOf(shown, estimate, written) });
}

function openContent(
  shown: Shown,
  estimate: Estimate,
  written: Written,
  space: Space,
  draft: Draft | null,
): Markup {
  const { texts } = shown;
  const { estimate: words } = texts;
  const errors = draft?.errors ?? NO_ERRORS;
  const parts = { written, space, texts, sent: draft?.sent ?? null };
  const options = estimate.options.map((_, place) => optionSection(estimate, place, parts));
  const optionError = errors.get('option-0');
  return html`${form(
    shown,
    'accept',
    html`${estimate.options.length > 1 ? html`<h2>${words.choose}</h2>` : null}
${optionError === undefined ? null : html`<p class="error" id="option-0-error">${optionError}</p>`}
${options}
${termsOf(shown, estimate, written)}
<section><h2>${words.sign}</h2>
<p class="text">${words.signText}</p>
${labeled({ id: 'name', label: words.name, errors, texts }, (more) => html`<input type="text" autocomplete="name" maxlength="${TEXT_LIMITS.name}" value="${draft?.sent.get('name') ?? ''}"${more}>`)}
<button type="submit">${words.accept}</button></section>`,
  )}
${reasonForm(shown, 'decline', {
  open: words.decline,
  ask: words.declineText,
  reason: words.reason,
  submit: words.decline,
})}`;
}

function closedContent(shown: Shown, estimate: Estimate, written: Written, space: Space): Markup {
  if (estimate.acceptance === null) return html`<p class="text">${callUs(shown)}</p>`;
  const { texts } = shown;
  return html`${acceptedOption(estimate, estimate.acceptance, { written, space, texts, sent: null })}
${termsOf(shown, estimate, written)}`;
}

function termsOf({ texts }: Shown, estimate: Estimate, { words, number }: Written): Markup {
  const { terms, warranty_months } = estimate;
  const warranty = words.warrantyText.replace('{months}', number(warranty_months));
  return html`${warranty_months === 0 ? null : html`<section><h2>${words.warranty}</h2><p>${warranty}</p></section>`}
${terms === null ? null : html`<section><h2>${words.terms}</h2>${longText(terms, texts.more)}</section>`}`;
}

function stateOf({ texts }: Shown, estimate: Estimate, written: Written): string | null {
  const { estimate: words } = texts;
  const { status, acceptance } = estimate;
  if (acceptance !== null) {
    return words.accepted(acceptance.signature_name, written.dayOf(new Date(acceptance.signed_at)));
  }
  if (status === 'declined') return words.declined;
  if (status === 'expired') return words.expired;
  return status === 'superseded' ? words.superseded : null;
}

function acceptErrors({ texts }: Shown, { options }: Estimate, sent: URLSearchParams): Errors {
  const errors = new Map<string, string>();
  const option = sent.get('option') ?? '';
  if (options.length > 1 && !options.some((_, place) => String(place) === option)) {
    errors.set('option-0', texts.errors.option);
  }
  const name = presentText(sent.get('name')) ?? '';
  if (name === '') errors.set('name', texts.errors.name);
  else if (unstorableText(name).length > 0) errors.set('name', texts.errors.characters);
  else if ([...name].length > TEXT_LIMITS.name) {
    errors.set('name', texts.errors.tooLong(TEXT_LIMITS.name));
  }
  return errors;
}
