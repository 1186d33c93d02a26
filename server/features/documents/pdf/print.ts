import { PageWriter } from './page-writer.ts';
import type { Party, PrintedDocument, PrintedLine, Section } from './printed-document.ts';

const GRAY = '#60646c';
const LOGO = { width: 150, height: 54 };
const SIGNATURE = { width: 180, height: 60 };

/** Writes a document as PDF. */
export async function print(document: PrintedDocument, maxPages: number): Promise<Buffer> {
  const writer = new PageWriter(document, maxPages);
  writeHead(writer, document);
  for (const section of document.sections) writeSection(writer, section, document.columns);
  for (const { heading, text } of document.notes) {
    writer.ensure(40);
    writer.y += 10;
    writer.paragraph(heading, { isStrong: true });
    writer.paragraph(text);
  }
  if (document.signature !== null) writeSignature(writer, document.signature);
  return writer.end((page, pages) =>
    document.footer.replace('{page}', String(page)).replace('{pages}', String(pages)),
  );
}

function writeHead(
  writer: PageWriter,
  { title, company, recipient, facts }: PrintedDocument,
): void {
  const { left, width } = writer;
  const half = width / 2 - 8;
  const right = { x: left + width - half, width: half, align: 'right' as const };
  const logo = company.logo && writer.image(company.logo, writer.y, { x: left, ...LOGO });
  const afterLogo = writer.y + (logo ? logo + 8 : 0);
  const afterCompany = writeParty(writer, company, afterLogo, left, half);
  let y = writer.text(title, writer.y, { ...right, size: 18, isStrong: true }) + 4;
  for (const { label, value } of facts) {
    y = writer.text(`${label}: ${value}`, y, { ...right, color: GRAY });
  }
  writer.y = writeParty(writer, recipient, Math.max(afterCompany, y) + 18, left, half) + 14;
}

function writeParty(writer: PageWriter, party: Party, top: number, x: number, width: number) {
  let y = writer.text(party.name, top, { x, width, size: 10.5, isStrong: true });
  for (const line of party.lines) y = writer.text(line, y, { x, width, color: GRAY });
  return y;
}

/** Shares of the width. */
const SHARES = { description: 0.46, quantity: 0.12, price: 0.16, tax: 0.1, amount: 0.16 };
const GAP = 6;

function columnsOf({ left, width }: PageWriter) {
  let x = left;
  return (Object.keys(SHARES) as (keyof typeof SHARES)[]).map((name) => {
    const share = SHARES[name] * width;
    const place = { name, x, width: share - GAP, align: alignOf(name) };
    x += share;
    return place;
  });
}

function alignOf(name: keyof typeof SHARES): 'left' | 'right' {
  return name === 'description' ? 'left' : 'right';
}

function writeSection(
  writer: PageWriter,
  { heading, lines, totals }: Section,
  columns: PrintedDocument['columns'],
): void {
  writer.ensure(80);
  if (heading !== null) {
    writer.y += 8;
    writer.paragraph(heading, { size: 12, isStrong: true });
    writer.y += 2;
  }
  const writeColumns = () => writeRow(writer, columns, GRAY);
  writeColumns();
  for (const line of lines) {
    const { width = 0 } = columnsOf(writer)[0] ?? {};
    writer.ensure(writer.heightOf(line.description, { width }) + 8, writeColumns);
    writeRow(writer, line);
  }
  writer.y += 4;
  for (const { label, value, isStrong = false } of totals) {
    writer.ensure(20);
    writeTotal(writer, label, value, isStrong);
  }
  writer.y += 6;
}

function writeRow(writer: PageWriter, row: PrintedLine, color?: string): void {
  const ends = columnsOf(writer).map(({ name, ...place }) =>
    writer.text(row[name], writer.y, { ...place, ...(color !== undefined && { color }) }),
  );
  writer.y = Math.max(...ends) + 3;
  writer.rule(writer.y);
  writer.y += 4;
}

function writeTotal(writer: PageWriter, label: string, value: string, isStrong: boolean): void {
  const { left, width } = writer;
  const size = isStrong ? 11 : 9;
  const column = { size, isStrong, align: 'right' as const };
  const labelPlace = { ...column, x: left, width: width * 0.76 - GAP };
  const after = writer.text(label, writer.y, labelPlace);
  const place = { ...column, x: left + width * 0.76, width: width * 0.24 - GAP };
  writer.y = Math.max(after, writer.text(value, writer.y, place)) + 1;
}

function writeSignature(
  writer: PageWriter,
  { caption, image }: NonNullable<PrintedDocument['signature']>,
): void {
  writer.ensure(SIGNATURE.height + 40);
  writer.y += 14;
  if (image !== null) writer.y += writer.image(image, writer.y, { x: writer.left, ...SIGNATURE });
  writer.paragraph(caption, { color: GRAY });
}
