import type { Edit, Kind } from './place.ts';

const SQL =
  /\$\d|\border by\b|\binsert into\b|\bdelete from\b|\bis (not )?null\b|\bwhere\b[^.]*[=<>]/;

/** What a comparison is with. */
const TERM = String.raw`(?:null\b|\$\d+|'[^']*'|[a-z_][\w.]*)(?:::\w+(?:\[\])?)?`;
/** Without those of the organization: row-level security holds them too, so a test could not see the difference. */
const COMPARISON = String.raw`(?!(?:\w+\.)?organization_id\b)[a-z_][\w.]* (?:=|<>|<|>|<=|>=|like|is|is not) ${TERM}`;
const END = String.raw`(?=\s*(?:$|\)|(?:and|or|order|limit|for|then|returning|group)\b))`;

const RULES: readonly [Kind, RegExp, (match: RegExpExecArray) => string][] = [
  // The condition stays in the text, because a value that is sent must be used.
  [
    'condition',
    new RegExp(String.raw`(?<=\b(?:where|and|when) )${COMPARISON}${END}`, 'g'),
    ([all]) => `(${all} or true)`,
  ],
  [
    'condition',
    new RegExp(String.raw`(?<=\bor )${COMPARISON}${END}`, 'g'),
    ([all]) => `(${all} and false)`,
  ],
  ['order', /(?<=\w) desc\b/g, () => ''],
  // Not before "for update", where it is only the order of locks.
  ['order', /(?<=\border by )[a-z_][\w.]*(?= limit|\s*$|\n|\))/g, ([all]) => `${all} desc`],
  ['order', /(?<= )[<>]=?(?= )/g, ([all]) => (all.length === 2 ? all.charAt(0) : `${all}=`)],
  ['order', /\b(min|max)(?=\()/g, ([all]) => (all === 'min' ? 'max' : 'min')],
  ['order', /\b(least|greatest)(?=\()/g, ([all]) => (all === 'least' ? 'greatest' : 'least')],
  [
    'value',
    /(?<!organization_id) is (not )?null\b/g,
    ([, not]) => (not ? ' is null' : ' is not null'),
  ],
  [
    'value',
    /(?<=\b(?:where|and|or|when) (?!\S*organization_id)[a-z_][\w.]* )=(?= ['\w$])/g,
    () => '<>',
  ],
  ['value', /\b(true|false)\b/g, ([all]) => (all === 'true' ? 'false' : 'true')],
];

/** The places of a statement, or of a part of one. */
export function sqlEdits(text: string): Edit[] {
  if (!SQL.test(text)) return [];
  return RULES.flatMap(([kind, pattern, change]) =>
    text
      .matchAll(pattern)
      .map((match) => ({
        kind,
        start: match.index,
        end: match.index + match[0].length,
        text: change(match),
      }))
      .toArray(),
  );
}
