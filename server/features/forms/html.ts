/** HTML that is safe to send. Only `html` makes it of what others wrote. */
export class Markup {
  readonly #text: string;

  /** Of text that is ours to the last character. */
  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

type Value = string | number | Markup | readonly Markup[] | null;

/** html`<p>${text}</p>`: whatever is put in is escaped, unless it is markup already. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(
    parts
      .map((part, place) => (place === 0 ? part : write(values[place - 1] ?? null) + part))
      .join(''),
  );
}

function write(value: Value): string {
  if (value === null) return '';
  if (value instanceof Markup) return value.toString();
  if (typeof value === 'object') return value.join('');
  return String(value).replaceAll(/[&<>"'\0]/g, (character) => ESCAPES[character] ?? '');
}

/** NUL has no way to be written in HTML. */
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\0': '',
};
