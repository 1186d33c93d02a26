import { useNavigate, useSearch } from '@tanstack/react-router';
import { mayI, useMe } from '../../session/session.ts';
import * as text from '../../text/en.ts';
import { elapsed } from '../../time/format.ts';
import { Empty } from '../../ui/empty.tsx';
import { later } from '../../ui/later.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { InboxList } from './inbox-list.tsx';
import { type QuarantineCount, useQuarantineCount } from './quarantine-count.ts';
import { FIRST_SHOWN, type Shown } from './search.ts';
import { useInbox, useInboxSummary } from './use-inbox.ts';
import { VIEWS, type View } from './views.ts';

const Quarantine = later(async () => (await import('./quarantine.tsx')).Quarantine);

/** Everyone who waits for an answer, one row per number; and what arrived and could not become a lead. */
export function Inbox() {
  const asked = useSearch({ from: '/office/' }).view ?? FIRST_SHOWN;
  const navigate = useNavigate({ from: '/' });
  const { value: summary } = useInboxSummary();
  const quarantine = useQuarantineCount();
  // An address from someone who may see more.
  const view = asked === 'quarantine' && quarantine === null ? FIRST_SHOWN : asked;
  const show = (next: Shown) => {
    void navigate({ search: next === FIRST_SHOWN ? {} : { view: next }, replace: true });
  };
  const count = (one: View) => (one === 'done' ? undefined : summary?.counts[one]);
  const tabs: { id: Shown; label: string; count?: number | undefined }[] = VIEWS.map((one) => ({
    id: one,
    label: text.inbox.views[one],
    count: count(one),
  }));
  if (quarantine) tabs.push({ id: 'quarantine', ...tabOf(quarantine) });
  return (
    <Screen title={text.inbox.title}>
      <Tabs<Shown> label={text.inbox.title} tabs={tabs} current={view} onChange={show} />
      {view === 'quarantine' ? (
        <Quarantine />
      ) : (
        <Waiting view={view} medianSeconds={summary?.median_response_seconds_today ?? null} />
      )}
    </Screen>
  );
}

function tabOf({ count, hasMore }: QuarantineCount) {
  return hasMore ? { label: text.quarantine.many(count) } : { label: text.quarantine.title, count };
}

function Waiting({ view, medianSeconds }: { view: View; medianSeconds: number | null }) {
  const me = useMe();
  const inbox = useInbox(view);
  return (
    <Loaded of={inbox}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty>{emptyText(view, medianSeconds)}</Empty>
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
  );
}

function emptyText(view: View, medianSeconds: number | null): string {
  if (view === 'snoozed') return text.inbox.nothingSnoozed;
  if (view === 'done') return text.inbox.nothingDone;
  return text.inbox.allAnswered(medianSeconds === null ? null : elapsed(medianSeconds * 1_000));
}
