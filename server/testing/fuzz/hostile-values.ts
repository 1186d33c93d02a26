import { isObject } from '../../platform/is-object.ts';
import { odd } from './odd-texts.ts';
import type { Random } from './random.ts';

/** JSON text: hostile bodies contain what JSON.stringify would not write, such as 1e400 and two fields of one name. */
export type JsonText = string;

/** A value that almost no field accepts. */
export function hostile(random: Random): JsonText {
  return random.one<JsonText>([
    () => 'null',
    () => 'true',
    () => '-1',
    () => '1e400',
    () => '-1e400',
    () => '9007199254740993',
    () => '0.1',
    () => '-0',
    () => '2147483648',
    () => '""',
    () => '" "',
    () => '"\\u0000"',
    () => '"a\\u0000b"',
    () => '"\\ud800"',
    () => '"\\udc00 reversed \\ud83d"',
    () => JSON.stringify(odd(random)),
    () => JSON.stringify(odd(random).repeat(random.between(1, 2_000))),
    () => JSON.stringify('9'.repeat(random.between(10, 60_000))),
    () => '[]',
    () => '{}',
    () => `[${Array.from({ length: random.between(1, 3_000) }, () => 'null').join()}]`,
    () => nested(random.between(10, 70), random),
    () => nested(random.between(1_000, 20_000), random),
    () => '{"__proto__":{"isAdmin":true}}',
    () => '{"constructor":{"prototype":{"isAdmin":true}}}',
    () => '{"length":1000000000}',
    () => '{"toString":null,"valueOf":null}',
    () => '["a",1,null,{"b":[]}]',
    () => '"2027-02-29T00:00:00Z"',
    () => '"2027-03-14T02:30:00"',
    () => '"+275760-09-13T00:00:00Z"',
    () => '"0000-00-00"',
    () => '"2016-12-31T23:59:60Z"',
    () => '"lead_00000000000000000000000000"',
    () => '"lead_8zzzzzzzzzzzzzzzzzzzzzzzzz"',
  ]);
}

function nested(depth: number, random: Random): JsonText {
  return random.chance(0.5)
    ? '['.repeat(depth) + ']'.repeat(depth)
    : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

/** The body with one thing wrong: a field that is missing, extra, twice there, or of another type. */
export function almost(body: unknown, random: Random): JsonText {
  if (Array.isArray(body)) {
    if (body.length === 0 || random.chance(0.3)) return hostile(random);
    const at = random.between(0, body.length - 1);
    const items = body.map((item, index) =>
      index === at ? almost(item, random) : JSON.stringify(item),
    );
    return `[${(random.chance(0.2) ? [...items, ...items] : items).join()}]`;
  }
  if (!isObject(body)) return hostile(random);
  return almostObject(Object.entries(body), random);
}

function almostObject(fields: readonly [string, unknown][], random: Random): JsonText {
  const members = fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const at = fields.length === 0 ? -1 : random.between(0, fields.length - 1);
  const [name = '', value] = fields[at] ?? [];
  const others = members.filter((_, index) => index !== at);
  const changed = random.one([
    () => others,
    () => [...others, `${JSON.stringify(name)}:${hostile(random)}`],
    () => [...others, `${JSON.stringify(name)}:${almost(value, random)}`],
    () => [...members, `${JSON.stringify(odd(random))}:${hostile(random)}`],
    () => [...members, `"__proto__":${hostile(random)}`],
    // The last of two fields with one name counts.
    () => [...members, `${JSON.stringify(name)}:${hostile(random)}`],
    () => [...others, `${JSON.stringify(name)}:null`],
  ]);
  return `{${changed.join()}}`;
}
