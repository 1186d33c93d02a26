import { useEffect, useState } from 'react';
import { api } from '../api/client.ts';
import { inSession } from '../session/in-session.ts';
import { wordFor } from '../text/en/words.ts';
import * as text from '../text/en.ts';

export interface Found {
  id: string;
  title: string;
  about: string;
  group: string;
  lifecycleNumber: string;
}

/** Long enough not to ask for every letter of a fast typist. */
const WAIT_MS = 120;
const MIN_LENGTH = 2;

/** What the service finds for the text, a moment after the last letter. Older responses are dropped. */
export function useFound(typed: string): readonly Found[] {
  const [found, setFound] = useState<readonly Found[]>([]);
  const q = typed.trim();
  useEffect(() => {
    if (q.length < MIN_LENGTH) {
      setFound([]);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      find(q, abort.signal).then(setFound, () => {});
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [q]);
  return found;
}

async function find(q: string, signal: AbortSignal): Promise<readonly Found[]> {
  const { data } = await inSession(() => api.search.get({ q, limit: 10 }, { signal }));
  return data.map(({ kind, id, title, subtitle, lifecycle_number }) => ({
    id: `${kind} ${id}`,
    title,
    about: [lifecycle_number, subtitle].filter((part) => part !== title && part).join(' · '),
    group: wordFor(text.palette.kinds, kind),
    lifecycleNumber: lifecycle_number,
  }));
}
