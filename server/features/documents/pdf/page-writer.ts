import PDFDocument from 'pdfkit';
import { soundPicture } from '../../../platform/pictures.ts';
import { type Run, runsOf } from './fonts.ts';

/** Writes text in columns, with as many fonts as it needs, and begins a new page when one is full. */

export interface TextOptions {
  x: number;
  width: number;
  size?: number;
  align?: 'left' | 'right';
  color?: string;
  isStrong?: boolean;
}

const MARGIN = 48;
const FOOTER = 28;
const LINE_HEIGHT = 1.35;
const INK = '#1c2024';
/** Those that were stored when less was checked. */
const PICTURE = { side: 4_000, pixels: 16_000_000 };

export class TooManyPages extends Error {}

/** Fonts have no character for one. */
const TAB = '    ';

type Word = { runs: Run[]; width: number };

export class PageWriter {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  readonly #words = new Map<string, Word>();
  y = MARGIN;

  readonly #maxPages: number;

  constructor(
    { paper, title, language }: { paper: string; title: string; language: string },
    maxPages: number,
  ) {
    this.#maxPages = maxPages;
    this.#pdf = new PDFDocument({
      size: paper,
      margin: MARGIN,
      lang: language,
      bufferPages: true,
      displayTitle: true,
      info: { Title: title, Producer: 'Throughline', Creator: 'Throughline' },
    });
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
  }

  get left(): number {
    return MARGIN;
  }

  get width(): number {
    return this.#pdf.page.width - 2 * MARGIN;
  }

  get #bottom(): number {
    return this.#pdf.page.height - MARGIN - FOOTER;
  }

  /** Begins a new page if this much does not fit. What continues, such as the heading of a table, is repeated by `repeat`. */
  ensure(height: number, repeat?: () => void): void {
    if (this.y + height <= this.#bottom) return;
    if (this.#pdf.bufferedPageRange().count >= this.#maxPages) throw new TooManyPages();
    this.#pdf.addPage();
    this.y = MARGIN;
    repeat?.();
  }

  heightOf(text: string, { width, size = 9 }: Pick<TextOptions, 'width' | 'size'>): number {
    return this.#linesOf(text, width, size).length * size * LINE_HEIGHT;
  }

  /** Writes the text from the given height on, and returns the height after it. */
  text(text: string, y: number, options: TextOptions): number {
    const { x, width, size = 9, align = 'left' } = options;
    let top = y;
    for (const line of this.#linesOf(text, width, size)) {
      const lineWidth = line.reduce((sum, word) => sum + word.width, 0);
      this.#line(line, align === 'right' ? x + width - lineWidth : x, top, options);
      top += size * LINE_HEIGHT;
    }
    return top;
  }

  /** Writes paragraphs over the whole width, over as many pages as they need. */
  paragraph(text: string, options: Omit<TextOptions, 'x' | 'width'> = {}): void {
    const { size = 9 } = options;
    const place = { ...options, x: this.left, width: this.width };
    for (const line of this.#linesOf(text, this.width, size)) {
      this.ensure(size * LINE_HEIGHT);
      this.#line(line, place.x, this.y, place);
      this.y += size * LINE_HEIGHT;
    }
  }

  rule(y: number, color = '#d9d9e0'): void {
    const end = this.left + this.width;
    this.#pdf.moveTo(this.left, y).lineTo(end, y).lineWidth(0.5).strokeColor(color).stroke();
  }

  /**
   * The height of the picture as drawn; 0 if it cannot be read. The library decodes some pictures later, where what it throws would
   * end the thread, and it believes every length: it only gets what is sound.
   */
  image(bytes: Uint8Array, y: number, box: { x: number; width: number; height: number }): number {
    const picture = soundPicture(Buffer.from(bytes), PICTURE);
    if (picture === null) return 0;
    try {
      const size: [number, number] = [box.width, box.height];
      this.#pdf.image(picture, box.x, y, { fit: size });
      return box.height;
    } catch {
      return 0;
    }
  }

  async end(footer: (page: number, pages: number) => string): Promise<Buffer> {
    const { count } = this.#pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(page);
      const y = this.#pdf.page.height - MARGIN - 8;
      const place = { x: this.left, width: this.width, size: 7.5, color: '#60646c' };
      this.text(footer(page + 1, count), y, place);
    }
    const ended = new Promise((resolve) => this.#pdf.once('end', resolve));
    this.#pdf.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }

  #line(line: readonly Word[], x: number, y: number, options: TextOptions): void {
    const { size = 9, color = INK, isStrong = false } = options;
    let at = x;
    for (const { font, text } of joined(line)) {
      // The typeface comes in one weight; a thin stroke around it looks like a heavier one.
      this.#pdf
        .font(font as unknown as string)
        .fontSize(size)
        .fillColor(color)
        .strokeColor(color);
      this.#pdf.lineWidth(size * 0.03);
      const mode = { lineBreak: false, fill: true, stroke: isStrong };
      this.#pdf.text(text, at, y, mode);
      at += this.#pdf.widthOfString(text);
    }
  }

  #linesOf(text: string, width: number, size: number): Word[][] {
    const paragraphs = text.replaceAll(/[\t\v\f]/g, TAB).split(/\r\n|\r|\n/);
    return paragraphs.flatMap((paragraph) => this.#wrap(paragraph, width, size));
  }

  #wrap(paragraph: string, width: number, size: number): Word[][] {
    const lines: Word[][] = [[]];
    let used = 0;
    for (const word of this.#wordsOf(paragraph, width, size)) {
      if (used > 0 && used + word.width > width) {
        lines.push([]);
        used = 0;
      }
      lines.at(-1)?.push(word);
      used += word.width;
    }
    return lines;
  }

  /** Words with the space after them. One that is wider than the column is cut. */
  #wordsOf(paragraph: string, width: number, size: number): Word[] {
    return (paragraph.match(/\S+\s*|\s+/gu) ?? []).flatMap((text) => {
      const word = this.#measure(text, size);
      if (word.width <= width) return [word];
      return [...text].map((character) => this.#measure(character, size));
    });
  }

  /** The same words come again and again. */
  #measure(text: string, size: number): Word {
    const key = `${size} ${text}`;
    const word = this.#words.get(key) ?? this.#measureNew(text, size);
    this.#words.set(key, word);
    return word;
  }

  #measureNew(text: string, size: number): Word {
    const runs = runsOf(text);
    const width = runs.reduce((sum, { font, text: part }) => {
      this.#pdf.font(font as unknown as string).fontSize(size);
      return sum + this.#pdf.widthOfString(part);
    }, 0);
    return { runs, width };
  }
}

/** Runs of neighbouring words with the same font are one text, which readers can copy as a whole. */
function joined(line: readonly Word[]): Run[] {
  const runs: Run[] = [];
  for (const { font, text } of line.flatMap((word) => word.runs)) {
    const last = runs.at(-1);
    if (last?.font === font) last.text += text;
    else runs.push({ font, text });
  }
  return runs;
}
