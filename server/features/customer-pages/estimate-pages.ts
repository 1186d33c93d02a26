import { presentText } from '../../domain/text.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import type { Tx } from '../../platform/database/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { unstorableText } from '../../platform/http/validation.ts';
import { toPdf, type Written, writtenFor } from '../documents/index.ts';
import {
  accept,
  chosenLines,
  decline,
  type Estimate,
  findEstimate,
  markViewed,
  printEstimate,
  signatureErrors,
  toEstimate,
  totalsOf,
} from '../estimates/index.ts';
import { html, type Markup } from '../forms/index.ts';
import { findToday } from '../invoices/index.ts';
import { chosenOption, longText, optionSection } from './estimate-options.ts';
import { callUs, facts, form, labeled, layout, reasonForm, reasonIn } from './layout.ts';
import { Space } from './priced-table.ts';
import { type Errors, NO_ERRORS, type Pages, type Shown } from './shown.ts';
import { SIGNATURE_SCRIPT } from './signature-script.ts';

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
      if (isOpen(estimate)) {
        const choice = readChoice(estimate, sent);
        if (choice === null)
          return { page: estimatePage(shown, estimate, chosenWrong(shown, sent)) };
        // What is signed must have been shown: the same lines, and what they come to.
        const isShown = sent.get('total') === String(totalOf(estimate, choice));
        const errors = isShown ? signErrors(shown, sent) : NO_ERRORS;
        if (!isShown || errors.size > 0) {
          const page = checkPage(shown, estimate, choice, { sent, errors });
          return { page, status: isShown ? 422 : 200 };
        }
      }
      const { option, optional_lines } = readChoice(estimate, sent) ?? {
        option: 0,
        optional_lines: [],
      };
      const body = { option, optional_lines, signature: readSignature(sent) };
      const { address, userAgent } = by;
      await accept(tx, shown.link.target_id, body, {
        by: 'link',
        address,
        userAgent,
        baseUrl: shown.baseUrl,
      });
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

function writtenOf({ company, language }: Shown, { currency }: Estimate): Written {
  const { country, time_zone: timeZone } = company;
  return writtenFor({ language, country, timeZone, currency });
}

interface Draft {
  sent: URLSearchParams;
  errors: Errors;
}

function estimatePage(shown: Shown, estimate: Estimate, draft: Draft | null = null): Markup {
  const { texts, path } = shown;
  const written = writtenOf(shown, estimate);
  const { words } = written;
  const space = new Space(isOpen(estimate) ? estimate.options.length : 1);
  const errors = draft?.errors ?? NO_ERRORS;
  const content = html`${facts([
    [words.number, `${estimate.number} · ${words.version} ${estimate.version}`],
    [words.estimate, estimate.title],
    [words.validUntil, written.day(estimate.valid_until)],
  ])}
<p><a class="link" href="${path}/document.pdf">${texts.download}</a></p>
${isOpen(estimate) ? openContent(shown, estimate, written, space, draft) : closedContent(shown, estimate, written, space)}`;
  const heading = texts.estimate.title;
  return layout(shown, {
    heading,
    content,
    errors,
    notice: stateOf(shown, estimate, written),
    isOver: !isOpen(estimate),
  });
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
<button type="submit">${words.next}</button>`,
  )}
${reasonForm(shown, 'decline', {
  open: words.decline,
  ask: words.declineText,
  reason: words.reason,
  submit: words.decline,
})}`;
}

/** Exactly what will be signed, and where to sign it. */
function checkPage(shown: Shown, estimate: Estimate, choice: Choice, draft: Draft): Markup {
  const { texts, path } = shown;
  const { estimate: words } = texts;
  const { sent, errors } = draft;
  const written = writtenOf(shown, estimate);
  const parts = { written, space: new Space(), texts, sent: null };
  const { option, optional_lines } = choice;
  const hidden = [
    ['option', String(option)],
    ...optional_lines.map((line) => [`optional_${option}`, String(line)]),
    ['total', String(totalOf(estimate, choice))],
  ].map(([name = '', value = '']) => html`<input type="hidden" name="${name}" value="${value}">\n`);
  const drawing = errors.get('drawing');
  const content = html`<p class="text">${words.checkText}</p>
${chosenOption(estimate, choice, parts)}
${termsOf(shown, estimate, written)}
${form(
  shown,
  'accept',
  html`${hidden}<section><h2>${words.sign}</h2>
<p class="text">${words.signText}</p>
${labeled({ id: 'name', label: words.name, errors, texts }, (more) => html`<input type="text" autocomplete="name" maxlength="${TEXT_LIMITS.name}" value="${sent.get('name') ?? ''}"${more}>`)}
${drawing === undefined ? null : html`<p class="error" id="drawing">${drawing}</p>`}
<div class="field" data-draw="${words.draw}" data-clear="${words.clear}"><input type="hidden" name="drawing" value="" autocomplete="off"></div>
<button type="submit">${words.accept}</button></section>`,
)}
<p><a class="link" href="${path}">${texts.back}</a></p>`;
  return layout(shown, { heading: words.check, content, errors, script: SIGNATURE_SCRIPT });
}

function closedContent(shown: Shown, estimate: Estimate, written: Written, space: Space): Markup {
  if (estimate.acceptance === null) return html`<p class="text">${callUs(shown)}</p>`;
  const { texts } = shown;
  return html`${chosenOption(estimate, estimate.acceptance, { written, space, texts, sent: null })}
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

interface Choice {
  option: number;
  optional_lines: number[];
}

/** Null unless the estimate has this option. Of its lines, only those count that can be left out. */
function readChoice({ options }: Estimate, sent: URLSearchParams): Choice | null {
  const text = options.length === 1 ? '0' : (sent.get('option') ?? '');
  const option = options.findIndex((_, place) => String(place) === text);
  if (option === -1) return null;
  const chosen = sent.getAll(`optional_${option}`).map(Number);
  const isOptional = (line: number) => options[option]?.lines[line]?.optional === true;
  return { option, optional_lines: [...new Set(chosen)].filter(isOptional).sort((a, b) => a - b) };
}

function totalOf({ options }: Estimate, { option, optional_lines }: Choice): number {
  const chosen = options[option];
  return chosen === undefined ? 0 : totalsOf(chosenLines(chosen, optional_lines)).total;
}

function chosenWrong({ texts }: Shown, sent: URLSearchParams): Draft {
  return { sent, errors: new Map([['option-0', texts.errors.option]]) };
}

/** The name, and the drawing if there is one: drawing needs a script, typing does not. */
function readSignature(sent: URLSearchParams) {
  const name = presentText(sent.get('name')) ?? '';
  const image = sent.get('drawing') ?? '';
  return image === '' ? { name, kind: 'typed' as const } : { name, kind: 'drawn' as const, image };
}

function signErrors({ texts }: Shown, sent: URLSearchParams): Errors {
  const errors = new Map<string, string>();
  const signature = readSignature(sent);
  const { name } = signature;
  if (name === '') errors.set('name', texts.errors.name);
  else if (unstorableText(name).length > 0) errors.set('name', texts.errors.characters);
  else if ([...name].length > TEXT_LIMITS.name) {
    errors.set('name', texts.errors.tooLong(TEXT_LIMITS.name));
  }
  if (signatureErrors(signature).length > 0) errors.set('drawing', texts.errors.drawing);
  return errors;
}
