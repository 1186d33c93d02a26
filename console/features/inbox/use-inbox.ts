import type { InboxItem } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { kindOf } from '../../store/stores.ts';
import { type Listed, usePages } from '../../store/use-pages.ts';
import { useQuery } from '../../store/use-query.ts';
import type { View } from './views.ts';

const PAGE = 50;
/** What can make something wait, or end the waiting. */
const KINDS = ['lead', 'communication', 'follow_up', 'inbox_item', 'customer', 'contact'];

/** The items of a view, as many pages as were asked for. */
export function useInbox(view: View): Listed<InboxItem> {
  return usePages(`inbox ${view}`, {
    list: (signal) => api.inbox.list({ view, limit: PAGE }, { signal }),
    keyOf: ({ lifecycle_number }) => lifecycle_number,
    isAffectedBy: (event) => KINDS.includes(kindOf(event)),
  });
}

export function useInboxSummary() {
  return useQuery('inbox summary', {
    load: (signal) => api.inbox.summary({ signal }),
    isAffectedBy: (event) => KINDS.includes(kindOf(event)),
  });
}
