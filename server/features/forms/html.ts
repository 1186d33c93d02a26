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

/** html`<p>${text}</p>`: values are escaped, unless they are Markup. */
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

/** HTML cannot contain NUL, so it is dropped. */
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\0': '',
};
