import { useState } from 'react';
import type { InboxItem } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { kindOf } from '../../store/stores.ts';
import { useQuery } from '../../store/use-query.ts';

export const VIEWS = ['mine', 'everyone', 'snoozed', 'done'] as const;
export type View = (typeof VIEWS)[number];

const PAGE = 50;
/** What can make something wait, or end the waiting. */
const KINDS = ['lead', 'communication', 'follow_up', 'inbox_item', 'customer', 'contact'];

export interface InboxPage {
  items: readonly InboxItem[];
  hasMore: boolean;
}

/** The items of a view, as many pages as were asked for. */
export function useInbox(view: View) {
  const [pages, setPages] = useState(1);
  const state = useQuery<InboxPage>(`inbox ${view} ${pages}`, {
    load: (signal) => readPages(view, pages, signal),
    isAffectedBy: (event) => KINDS.includes(kindOf(event)),
  });
  return { ...state, showMore: () => setPages(pages + 1) };
}

async function readPages(view: View, count: number, signal: AbortSignal): Promise<InboxPage> {
  const items: InboxItem[] = [];
  let left = count;
  for await (const page of api.inbox.list({ view, limit: PAGE }, { signal }).pages()) {
    items.push(...page.data);
    left -= 1;
    if (left === 0) return { items, hasMore: page.has_more };
  }
  return { items, hasMore: false };
}

export function useInboxSummary() {
  return useQuery('inbox summary', {
    load: (signal) => api.inbox.summary({ signal }),
    isAffectedBy: (event) => KINDS.includes(kindOf(event)),
  });
}
