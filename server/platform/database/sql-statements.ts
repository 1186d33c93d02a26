/**
 * Where a statement can contain a semicolon that does not end it: comments, texts, names, and bodies of functions. The `end`
 * of a body that begins with `begin atomic` is expected at the start of a line.
 */
const QUOTED =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|\bbegin atomic\b[\s\S]*?\nend\b/g;

/** What is quoted, a word, or any other character. */
const TOKEN = new RegExp(`${QUOTED.source}|\\w+|[^\\w]`, 'g');

/** The statements of a file of SQL, without what is between them. A text with a backslash as an escape is not read. */
export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let from = 0;
  const endAt = (end: number) => {
    for (let at = sql.indexOf(';', from); at >= 0 && at < end; at = sql.indexOf(';', at + 1)) {
      add(sql.slice(start, at));
      start = at + 1;
    }
  };
  const add = (text: string) => {
    if (withoutComments(text).trim() !== '') statements.push(text.trim());
  };
  for (const quoted of sql.matchAll(QUOTED)) {
    endAt(quoted.index);
    from = quoted.index + quoted[0].length;
  }
  endAt(sql.length);
  add(sql.slice(start));
  return statements;
}

/**
 * The actions of an `alter table`, each as a statement of its own, and the checks of a new column apart from it: a cluster
 * refuses some of them together. Every other statement stays as it is.
 */
export function oneActionEach(statement: string): string[] {
  const text = withoutComments(statement).trim();
  const [start = '', table = ''] = /^alter table (?:only )?([\w.]+)\s+/i.exec(text) ?? [];
  if (start === '') return [statement];
  return splitOutside(text.slice(start.length), ',')
    .flatMap((action) => checksApart(action.trim(), table))
    .map((action) => start + action);
}

/** The checks get the names that PostgreSQL gives them: Citus would choose others. */
function checksApart(action: string, table: string): string[] {
  const [, column] = /^add column (?:if not exists )?(\w+)/i.exec(action) ?? [];
  if (column === undefined) return [action];
  const [withoutChecks = '', ...checks] = splitOutside(action, 'check');
  return [
    withoutChecks.trim(),
    ...checks.map(
      (check, index) =>
        `add constraint ${table}_${column}_check${index || ''} check ${check.trim()}`,
    ),
  ];
}

/** The parts between separators that are not in parentheses. */
function splitOutside(text: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (depth === 0 && token.toLowerCase() === separator) parts.push('');
    else parts.push(parts.pop() + token);
  }
  return parts;
}

function withoutComments(text: string): string {
  return text.replaceAll(QUOTED, (quoted) => (/^(?:--|\/\*)/.test(quoted) ? '' : quoted));
}
