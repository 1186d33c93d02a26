import type { ImportError } from '../../../packages/sdk/src/index.ts';
import { readCsv, writeCsvRow } from './csv.ts';

/** A row of the report; its own cells are known only while the page has the file. */
export interface RejectedRow {
  line: number;
  problem: string;
  cells: readonly string[] | null;
}

/** One row for each line with errors, in the order of the file. Pure. */
export function rejectedRows(
  errors: readonly ImportError[],
  file: { content: string; separator: string } | null,
): { header: readonly string[] | null; rows: readonly RejectedRow[] } {
  const problems = new Map<number, string[]>();
  for (const { line, detail } of errors) {
    problems.set(line, [...(problems.get(line) ?? []), detail]);
  }
  const cells = new Map<number, readonly string[]>();
  let header: readonly string[] | null = null;
  for (const row of file ? readCsv(file.content, file.separator) : []) {
    header ??= row.cells;
    if (problems.has(row.line)) cells.set(row.line, row.cells);
  }
  const rows = [...problems].map(([line, details]) => ({
    line,
    problem: details.join(' '),
    cells: cells.get(line) ?? null,
  }));
  return { header, rows };
}

/** A file that can be fixed and imported again: the rows as they were, with the line and what is wrong at the end. */
export function rejectedCsv({
  header,
  rows,
}: {
  header: readonly string[] | null;
  rows: readonly RejectedRow[];
}): string {
  if (header === null) {
    const lines = rows.map(({ line, problem }) => writeCsvRow([line, problem]));
    return writeCsvRow(['line', 'problem']) + lines.join('');
  }
  const lines = rows.map(({ line, problem, cells }) => {
    const known = header.map((_, index) => cells?.[index] ?? '');
    return writeCsvRow([...known, line, problem]);
  });
  return writeCsvRow([...header, 'line', 'problem']) + lines.join('');
}
