import type { Tx } from '../../platform/database/transaction.ts';
import {
  findParties,
  onOneLine,
  type PrintedDocument,
  paperOf,
  printedCompany,
  printedContact,
  type Written,
  writtenFor,
} from '../documents/index.ts';
import { findAcceptanceOrNull } from './acceptance-queries.ts';
import { chosenLines, depositOf, totalsOf } from './estimate.ts';
import { type EstimateRow, findEstimate } from './queries.ts';
import type { EstimateLine } from './schemas.ts';

/** An estimate as the customer reads it: all options, or what was accepted and signed. */
export async function printEstimate(tx: Tx, estimateId: string): Promise<PrintedDocument> {
  const [estimate, acceptance] = await Promise.all([
    findEstimate(tx, estimateId),
    findAcceptanceOrNull(tx, estimateId),
  ]);
  const parties = await findParties(tx, estimate.lifecycle_number);
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
      ...(estimate.status === 'draft' ? [{ label: words.estimate, value: words.draft }] : []),
    ],
    columns: words,
    sections: sectionsOf(estimate, written),
    notes: notesOf(estimate, written),
    signature: signatureOf(estimate, acceptance?.signature_image ?? null, written),
    footer: words.footer.replace('{number}', `${estimate.number} · ${estimate.version}`),
  };
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
  image: Buffer | null,
  { words, dayOf }: Written,
): PrintedDocument['signature'] {
  if (signature_name === null || accepted_at === null) return null;
  const signed = words.signedBy
    .replace('{name}', () => onOneLine(signature_name))
    .replace('{date}', dayOf(accepted_at));
  return { caption: `${signed}\nSHA-256: ${document_hash}`, image };
}
