import fc from 'fast-check';
import { type ApiDocument, listOf, objectOf } from './document.ts';
import type { Known } from './known.ts';
import { odd } from './odd-texts.ts';
import type { Random } from './random.ts';

type Json = Record<string, unknown>;

const MAX_DEPTH = 6;
/** The id in every example of the document. */
const EXAMPLE_ID = /^([a-z_]+)_01h455vb4pex5vsknk084sn02q$/;

/** Makes values that a schema accepts; rules beyond the schema may still refuse them. */
export class ValidValues {
  readonly #document: ApiDocument;
  readonly #known: Known;
  readonly #patterns = new Map<string, string[]>();

  constructor(document: ApiDocument, known: Known) {
    this.#document = document;
    this.#known = known;
  }

  /** Only what is required, as the examples show it: most of these are accepted. */
  plain(given: unknown, random: Random): unknown {
    const schema = this.#document.resolve(given);
    const { examples, properties } = schema;
    const [whole] = listOf(examples);
    if (whole !== undefined) return this.fill(whole, random);
    const needed = requiredOf(schema, random);
    const members = Object.entries(objectOf(properties))
      .filter(([name]) => needed.has(name) || random.chance(0.2))
      .map(([name, property]) => [name, this.#example(property, random)]);
    return Object.fromEntries(members);
  }

  #example(property: unknown, random: Random): unknown {
    const schema = this.#document.resolve(property);
    const [example] = listOf(schema.examples);
    if (example !== undefined) return this.fill(example, random);
    return schema.type === 'object' ? this.plain(schema, random) : this.of(schema, random);
  }

  of(given: unknown, random: Random, depth = 0): unknown {
    const schema = this.#document.resolve(given);
    if ('const' in schema) return schema.const;
    const choices = [...listOf(schema.enum)];
    if (choices.length > 0) return random.one(choices.map((choice) => () => choice));
    const examples = listOf(schema.examples);
    if (examples.length > 0 && random.chance(0.5)) {
      return this.fill(random.one(examples.map((example) => () => example)), random);
    }
    if (schema.type === undefined && Array.isArray(schema.oneOf)) {
      return this.of(random.pick(schema.oneOf), random, depth);
    }
    if (Array.isArray(schema.allOf)) return this.#all(schema, random, depth);
    const alternatives = listOf(schema.anyOf);
    if (schema.type === undefined && alternatives.length > 0) {
      return this.of(random.pick(alternatives.map(objectOf)), random, depth);
    }
    return this.#ofType(schema, random, depth);
  }

  /** Replaces the ids of an example by ids that exist. */
  fill(example: unknown, random: Random): unknown {
    if (typeof example === 'string') return this.#existing(example, random);
    if (Array.isArray(example)) return example.map((item) => this.fill(item, random));
    if (typeof example !== 'object' || example === null) return example;
    const members = Object.entries(example).map(([name, value]) => [
      name,
      this.fill(value, random),
    ]);
    return Object.fromEntries(members);
  }

  #existing(text: string, random: Random): string {
    const kind =
      EXAMPLE_ID.exec(text)?.[1] ?? (/^1000\d\d-\d$/.test(text) ? 'lifecycle_number' : null);
    return (kind && this.#known.one(kind, random)) ?? text;
  }

  #all(schema: Json, random: Random, depth: number): unknown {
    const parts = listOf(schema.allOf).map((part) => this.of(part, random, depth));
    return Object.assign({}, ...parts.filter((part) => typeof part === 'object'));
  }

  #ofType(schema: Json, random: Random, depth: number): unknown {
    const types = [schema.type].flat();
    const type = types.length > 1 && random.chance(0.2) ? 'null' : types[0];
    switch (type) {
      case 'string':
        return this.#text(schema, random);
      case 'integer':
      case 'number':
        return number(schema, random);
      case 'boolean':
        return random.chance(0.5);
      case 'array':
        return this.#list(schema, random, depth);
      case 'object':
        return this.#object(schema, random, depth);
      default:
        return null;
    }
  }

  #text(schema: Json, random: Random): string {
    const max = typeof schema.maxLength === 'number' ? schema.maxLength : 200;
    if (schema.format === 'date-time') return time(random).toISOString();
    if (schema.format === 'date') return time(random).toISOString().slice(0, 10);
    if (schema.format === 'uri') return `https://hooks.invalid/${random.between(1, 9)}`;
    const [example] = listOf(schema.examples);
    if (typeof example === 'string' && EXAMPLE_ID.test(example))
      return this.#existing(example, random);
    if (typeof schema.pattern === 'string') return this.#matching(schema.pattern, max, random);
    const text = random.chance(0.1) ? 'x'.repeat(Math.min(max, 20_000)) : odd(random);
    // Cut between characters, not inside of one.
    return [...text].slice(0, Math.floor(max / 2)).join('') || 'x';
  }

  #matching(pattern: string, max: number, random: Random): string {
    let texts = this.#patterns.get(pattern);
    if (!texts) {
      texts = fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 7, numRuns: 20 });
      this.#patterns.set(pattern, texts);
    }
    return random.pick(texts).slice(0, max);
  }

  #list(schema: Json, random: Random, depth: number): unknown[] {
    const { minItems, maxItems } = schema;
    const min = typeof minItems === 'number' ? minItems : 0;
    const most = Math.min(typeof maxItems === 'number' ? maxItems : 5, depth > 1 ? 2 : 4);
    const length = depth > MAX_DEPTH ? min : random.between(min, Math.max(min, most));
    return Array.from({ length }, () => this.of(schema.items, random, depth + 1));
  }

  #object(schema: Json, random: Random, depth: number): Json {
    const required = requiredOf(schema, random);
    const members = Object.entries(objectOf(schema.properties))
      .filter(([name]) => required.has(name) || (depth <= MAX_DEPTH && random.chance(0.5)))
      .map(([name, property]) => [name, this.of(property, random, depth + 1)]);
    return Object.fromEntries(members);
  }
}

function number({ minimum, maximum, type }: Json, random: Random): number {
  const min = typeof minimum === 'number' ? minimum : 0;
  const max = typeof maximum === 'number' ? maximum : min + 1_000;
  const value = random.one([
    () => min,
    () => max,
    () => random.between(min, Math.min(max, min + 100)),
  ]);
  return type === 'integer' ? Math.round(value) : value;
}

/** What is always required, and one of the alternatives, such as a lead or a customer. */
function requiredOf(schema: Json, random: Random): Set<unknown> {
  const alternatives = [...listOf(schema.anyOf), ...listOf(schema.oneOf)].map(objectOf);
  const chosen = random.pick([{}, ...alternatives, ...alternatives, ...alternatives]);
  return new Set([...listOf(schema.required), ...listOf(objectOf(chosen).required)]);
}

const DAY_MS = 86_400_000;

/** Around now, and the days on which calendars go wrong. */
export function time(random: Random): Date {
  return random.one([
    () => new Date(Date.now() + random.between(-40, 400) * 900_000),
    () => new Date(Date.now() + random.between(-30, 60) * DAY_MS),
    // The hours that are skipped and repeated, in America and in Europe.
    () => new Date(Date.UTC(2027, 2, 14, 8, random.between(0, 180))),
    () => new Date(Date.UTC(2026, 10, 1, 8, random.between(0, 180))),
    () => new Date(Date.UTC(2027, 2, 28, 0, random.between(0, 180))),
    () => new Date(Date.UTC(2028, 1, 29, random.between(0, 23))),
    () => new Date(Date.UTC(2026, 11, 31, 23, 59, 59, 999)),
  ]);
}
