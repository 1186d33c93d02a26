import { useState } from 'react';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { elapsed } from '../../time/format.ts';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { InboxList } from './inbox-list.tsx';
import { useInbox, useInboxSummary, VIEWS, type View } from './use-inbox.ts';

/** Everyone who waits for an answer, one row per number. */
export function Inbox() {
  const [view, setView] = useState<View>('everyone');
  const me = useMe();
  const inbox = useInbox(view);
  const { value: summary } = useInboxSummary();
  const count = (one: View) => (one === 'done' ? undefined : summary?.counts[one]);
  const median = summary?.median_response_seconds_today ?? null;
  return (
    <Screen title={text.inbox.title}>
      <Tabs<View>
        label={text.inbox.title}
        tabs={VIEWS.map((one) => ({ id: one, label: text.inbox.views[one], count: count(one) }))}
        current={view}
        onChange={setView}
      />
      <Loaded of={inbox}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>{emptyText(view, median)}</Empty>
          ) : (
            <InboxList
              key={view}
              items={items}
              isStale={inbox.isStale}
              more={inbox}
              zone={me.organization.time_zone}
              canWrite={mayI(me, 'leads:write')}
              canBook={mayI(me, 'appointments:write')}
              onHide={(number) =>
                inbox.query.replace((page) => ({
                  ...page,
                  items: page.items.filter((item) => item.lifecycle_number !== number),
                }))
              }
              onShow={() => void inbox.query.refresh()}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}

function emptyText(view: View, medianSeconds: number | null): string {
  if (view === 'snoozed') return text.inbox.nothingSnoozed;
  if (view === 'done') return text.inbox.nothingDone;
  return text.inbox.allAnswered(medianSeconds === null ? null : elapsed(medianSeconds * 1_000));
}
