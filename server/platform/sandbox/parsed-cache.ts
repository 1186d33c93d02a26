/**
 * What was parsed, limited by the length of the texts: what a parser returns is about as many times larger as the text
 * is long, and a thread has little memory. The oldest is dropped first.
 */
export class ParsedCache<Parsed> {
  readonly #maxLength: number;
  readonly #parsed = new Map<string, Parsed>();
  #length = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  get(text: string, parse: (text: string) => Parsed): Parsed {
    const known = this.#parsed.get(text);
    if (known !== undefined) return known;
    const parsed = parse(text);
    for (const oldest of this.#parsed.keys()) {
      if (this.#length + text.length <= this.#maxLength) break;
      this.#parsed.delete(oldest);
      this.#length -= oldest.length;
    }
    if (text.length <= this.#maxLength) {
      this.#parsed.set(text, parsed);
      this.#length += text.length;
    }
    return parsed;
  }
}
