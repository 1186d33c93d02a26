import type { Tx } from '../../platform/database/transaction.ts';
import {
  findParties,
  onOneLine,
  type Parties,
  type PrintedDocument,
  paperOf,
  printedCompany,
  printedContact,
  type Words,
  type Written,
  writtenFor,
} from '../documents/index.ts';
import { findToday } from '../invoices/index.ts';
import { type AcceptanceRow, findAcceptanceOrNull } from './acceptance-queries.ts';
import { chosenLines, depositOf, type Status, statusOn, totalsOf } from './estimate.ts';
import { type EstimateRow, findEstimate } from './queries.ts';
import type { EstimateLine } from './schemas.ts';
import { readSignedDocument, type SignedDocument } from './signed-document.ts';

/** An estimate as the customer reads it: all options, or what was accepted and signed. */
export async function printEstimate(tx: Tx, estimateId: string): Promise<PrintedDocument> {
  const [estimate, acceptance] = await Promise.all([
    findEstimate(tx, estimateId),
    findAcceptanceOrNull(tx, estimateId),
  ]);
  const now = await findParties(tx, estimate.lifecycle_number);
  const today = await findToday(tx);
  const document = acceptance && readSignedDocument(acceptance.document);
  const parties = document === null ? now : asSigned(now, document);
  const { company, contact } = parties;
  const written = writtenFor({
    language: contact.language,
    country: company.country,
    timeZone: company.time_zone,
    currency: estimate.currency,
  });
  const { words } = written;
  return {
    language: written.locale,
    title: words.estimate,
    paper: paperOf(company.country),
    company: printedCompany(parties, words),
    recipient: printedContact(parties),
    facts: [
      { label: words.number, value: estimate.number },
      { label: words.version, value: String(estimate.version) },
      { label: words.date, value: written.dayOf(estimate.sent_at ?? estimate.created_at) },
      { label: words.validUntil, value: written.day(estimate.expires_on) },
      ...stateOf(estimate, today, words),
    ],
    columns: words,
    sections: sectionsOf(estimate, written),
    notes: notesOf(estimate, written),
    signature: signatureOf(estimate, acceptance, written),
    footer: words.footer.replace('{number}', `${estimate.number} · ${estimate.version}`),
  };
}

/** Above the hash stands who signed what with whom, whatever they are called now. */
function asSigned(now: Parties, { company, customer }: SignedDocument): Parties {
  return {
    ...now,
    company: { ...now.company, ...company },
    contact: { ...now.contact, ...customer },
  };
}

/** One that cannot be accepted must not look as if it could. */
function stateOf(estimate: EstimateRow, today: string, words: Words): PrintedDocument['facts'] {
  const { draft, declined, expired, superseded } = words;
  const states: Partial<Record<Status, string>> = { draft, declined, expired, superseded };
  const state = states[statusOn(estimate, today)];
  return state === undefined ? [] : [{ label: words.status, value: state }];
}

function sectionsOf(estimate: EstimateRow, written: Written): PrintedDocument['sections'] {
  const { options, accepted_option, accepted_lines, title } = estimate;
  const { words } = written;
  if (accepted_option !== null) {
    const option = options[accepted_option];
    const lines = option === undefined ? [] : chosenLines(option, accepted_lines ?? []);
    const heading = `${title}: ${option?.name} (${words.accepted})`;
    return [sectionOf(estimate, heading, lines, lines, written)];
  }
  return options.map((option) => {
    const name = options.length === 1 ? title : `${title}: ${option.name}`;
    const heading = option.recommended ? `${name} (${words.recommended})` : name;
    const included = chosenLines(option, []);
    return sectionOf(estimate, heading, option.lines, included, written);
  });
}

function sectionOf(
  { deposit }: EstimateRow,
  heading: string,
  lines: readonly EstimateLine[],
  included: readonly EstimateLine[],
  written: Written,
): PrintedDocument['sections'][number] {
  const { words, amount } = written;
  const { subtotal, tax, total } = totalsOf(included);
  const inAdvance = depositOf(deposit, total);
  return {
    heading: onOneLine(heading),
    lines: lines.map((line) => ({
      description: describe(line, included.includes(line) ? null : words.optional),
      quantity: [written.number(line.quantity), line.unit ?? ''].join(' ').trim(),
      price: amount(line.unit_amount),
      tax: written.percent(line.tax_rate),
      amount: amount(line.amount),
    })),
    totals: [
      { label: words.subtotal, value: amount(subtotal) },
      { label: words.tax, value: amount(tax) },
      { label: words.total, value: amount(total), isStrong: true },
      ...(inAdvance === 0 ? [] : [{ label: words.deposit, value: amount(inAdvance) }]),
    ],
  };
}

function describe({ description }: EstimateLine, mark: string | null): string {
  const text = onOneLine(description);
  return mark === null ? text : `${text} (${mark})`;
}

function notesOf(
  { terms, warranty_months }: EstimateRow,
  { words, number }: Written,
): PrintedDocument['notes'] {
  const warranty = words.warrantyText.replace('{months}', number(warranty_months));
  return [
    ...(warranty_months === 0 ? [] : [{ heading: words.warranty, text: warranty }]),
    ...(terms === null ? [] : [{ heading: words.terms, text: terms }]),
  ];
}

function signatureOf(
  { signature_name, accepted_at, document_hash }: EstimateRow,
  acceptance: AcceptanceRow | null,
  { words, momentOf }: Written,
): PrintedDocument['signature'] {
  if (signature_name === null || accepted_at === null) return null;
  const signed = words.signedBy
    .replace('{name}', () => onOneLine(signature_name))
    .replace('{date}', momentOf(accepted_at));
  const from = [acceptance?.address, acceptance?.user_agent].flatMap((part) => part ?? []);
  const how = acceptance?.accepted_by === 'link' ? words.signedOnline : words.signedAtOffice;
  const lines = [signed, [how, ...from].map(onOneLine).join(', '), `SHA-256: ${document_hash}`];
  return { caption: lines.join('\n'), image: acceptance?.signature_image ?? null };
}
