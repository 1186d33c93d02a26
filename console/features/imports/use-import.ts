import { useEffect } from 'react';
import type { ImportError, ImportReport } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';

const POLL_MS = 1_000;
const LIMIT = 200;
/** More rejected rows than anyone fixes by hand. */
const MAX_ERRORS = 10_000;

/** An import with all its errors; asked for every second while it runs, because progress is not an event. */
export function useImport(id: string) {
  const report = useQuery(`import ${id}`, {
    load: (signal) => readReport(id, signal),
    isAffectedBy: (event) => kindOf(event) === 'import',
  });
  const isRunning = report.value?.status === 'running';
  const { query } = report;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void query.refresh(), POLL_MS);
    return () => clearInterval(timer);
  }, [isRunning, query]);
  return report;
}

async function readReport(id: string, signal: AbortSignal): Promise<ImportReport> {
  const first = await api.imports.get(id, { limit: LIMIT }, { signal });
  if (first.status === 'running') return first;
  const errors: ImportError[] = [...first.errors];
  let cursor = first.next_cursor;
  while (cursor !== null && errors.length < MAX_ERRORS) {
    const next = await api.imports.get(id, { limit: LIMIT, cursor }, { signal });
    errors.push(...next.errors);
    cursor = next.next_cursor;
  }
  return { ...first, errors, has_more: cursor !== null };
}
