/**
 * Where a statement can contain a semicolon that does not end it: comments, texts, names, and bodies of functions. The `end`
 * of a body that begins with `begin atomic` is expected at the start of a line.
 */
const QUOTED =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?\1|\bbegin atomic\b[\s\S]*?\nend\b/g;

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

function withoutComments(text: string): string {
  return text.replaceAll(QUOTED, (quoted) => (/^(?:--|\/\*)/.test(quoted) ? '' : quoted));
}
