import { VIEWS, type View } from './views.ts';

/** Not a view of the inbox: what could not become a lead. */
export type Shown = View | 'quarantine';

/** What the inbox shows, as the address says it. */
export interface InboxSearch {
  view?: Shown;
}

const SHOWN: readonly Shown[] = [...VIEWS, 'quarantine'];
export const FIRST_SHOWN: Shown = 'everyone';

/** What is not understood is left out, as is what is shown anyway. */
export function readInboxSearch({ view }: Record<string, unknown>): InboxSearch {
  const shown = SHOWN.find((one) => one === view);
  return shown === undefined || shown === FIRST_SHOWN ? {} : { view: shown };
}
