import { visibleText } from '../../platform/visible-text.ts';

/** HTML that is safe to send. Use `html` to build it from untrusted text. */
export class Markup {
  readonly #text: string;

  /** Only for trusted text. */
  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Value = string | number | Markup | readonly Markup[] | null;

/** html`<p>${text}</p>`: values are escaped, unless they are Markup. Attributes are in double quotation marks. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  const escapes = escapesOf(parts);
  return new Markup(
    parts
      .map((part, place) => {
        if (place === 0) return part;
        return write(values[place - 1] ?? null, escapes[place - 1] ?? escapeAll) + part;
      })
      .join(''),
  );
}

type Escape = (text: string) => string;

function write(value: Value, toSafe: Escape): string {
  if (value === null) return '';
  if (value instanceof Markup) return value.toString();
  if (typeof value === 'object') return value.join('');
  return toSafe(String(value));
}

const found = new WeakMap<TemplateStringsArray, Escape[]>();

/** How each value is escaped: quotation marks stay as they are where it is surely between tags, and not in one. */
function escapesOf(parts: TemplateStringsArray): Escape[] {
  const known = found.get(parts);
  if (known) return known;
  const escapes = parts.slice(0, -1).map((_, place) => {
    const before = parts.slice(0, place + 1).join('');
    const tag = before.slice(Math.max(0, before.lastIndexOf('<')));
    const isBetweenTags = tag.includes('>') && tag.split('"').length % 2 === 1;
    return isBetweenTags ? escapeText : escapeAll;
  });
  found.set(parts, escapes);
  return escapes;
}

function escapeAll(text: string): string {
  return text.replaceAll(/[&<>"'\0]/g, (character) => ESCAPES[character] ?? '');
}

/** A quotation mark as `&quot;` would be six times as long. */
function escapeText(text: string): string {
  return text.replaceAll(/[&<>\0]/g, (character) => ESCAPES[character] ?? '');
}

/** HTML cannot contain NUL, so it is dropped. */
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\0': '',
};

/** Not longer than this between tags, where some characters are several bytes. */
export function cut(text: string, maxBytes: number): string {
  let left = maxBytes;
  let end = 0;
  for (const character of text) {
    left -= Buffer.byteLength(escapeText(visibleText(character)));
    if (left < 0) return `${text.slice(0, end)} …`;
    end += character.length;
  }
  return text;
}

/** Each text with the same part of the bytes, if all of them together have more. */
export function cutAll(texts: readonly string[], maxBytes: number): string[] {
  const sum = texts.reduce((bytes, text) => bytes + bytesOf(text), 0);
  return sum <= maxBytes ? [...texts] : texts.map((text) => cut(text, maxBytes / texts.length));
}

function bytesOf(text: string): number {
  return Buffer.byteLength(escapeText(visibleText(text)));
}

/** What was typed, to be sent again: between tags, because in an attribute quotation marks are longer. */
export function hiddenText(name: string, value: string): Markup {
  // Browsers drop the first line break of a text area, so this one protects the visitor's own.
  return html`<textarea name="${name}" hidden>\n${value}</textarea>\n`;
}
