import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Event } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sayDone } from '../../feedback/feedback.ts';
import { mayI, useMe } from '../../session/session.ts';
import { inWords } from '../../text/en/words.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Json } from '../../ui/json.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './developers.module.css';
import { ExampleDialog } from './example-dialog.tsx';
import { LogFilters, LogState } from './log-filters.tsx';
import { DeveloperTabs } from './tabs.tsx';
import { useLog } from './use-log.ts';

const developers = text.developers;

export function EventLog() {
  return (
    <NeedsScope scope="events:read" title={developers.title}>
      <Content />
    </NeedsScope>
  );
}

/** Everything that happens, as it happens. */
function Content() {
  const me = useMe();
  const search = useSearch({ from: '/office/developers/events' });
  const { history, events } = useLog(search);
  const [open, setOpen] = useState<Event | null>(null);
  const [isExample, setIsExample] = useState(false);
  /** The events that were shown when it was paused. */
  const [paused, setPaused] = useState<readonly Event[] | null>(null);
  const shown = paused ?? events;
  const waiting = paused ? events.filter(({ seq }) => seq > (paused[0]?.seq ?? 0)).length : 0;
  return (
    <Screen
      title={developers.title}
      actions={
        mayI(me, 'events:write') && (
          <Button onClick={() => setIsExample(true)}>{developers.sendExample}</Button>
        )
      }
    >
      <DeveloperTabs />
      <LogFilters search={search}>
        <Button onClick={() => setPaused(paused ? null : events)}>
          {paused ? developers.resume : developers.pause}
        </Button>
        <LogState waiting={waiting} isPaused={paused !== null} />
      </LogFilters>
      <Loaded of={history}>
        {() =>
          shown.length === 0 ? (
            <Empty>{developers.noEvents}</Empty>
          ) : (
            <Table
              label={developers.log}
              rows={shown}
              keyOf={({ seq }) => String(seq)}
              columns={columnsFor(me.organization.time_zone, setOpen)}
            />
          )
        }
      </Loaded>
      {open && (
        <Dialog title={inWords(open.type ?? '')} onClose={() => setOpen(null)} size="wide">
          <Json label={developers.event} value={open} />
        </Dialog>
      )}
      {isExample && (
        <ExampleDialog
          title={developers.exampleTitle}
          about={developers.exampleAbout}
          send={async (event_type) => {
            await api.events.examples.create({ event_type });
            sayDone(developers.exampleSent(event_type));
          }}
          onClose={() => setIsExample(false)}
        />
      )}
    </Screen>
  );
}

function columnsFor(zone: string, onOpen: (event: Event) => void): readonly Column<Event>[] {
  const { short } = formatsFor(zone);
  return [
    {
      label: developers.eventType,
      isText: true,
      cell: (event) => (
        <button type="button" className={styles.open} onClick={() => onOpen(event)}>
          {developers.open(event.type ?? '', event.seq)}
        </button>
      ),
    },
    {
      label: developers.number,
      cell: ({ lifecycle_number }) =>
        lifecycle_number === null ? (
          '–'
        ) : (
          <Link to="/n/$number" params={{ number: lifecycle_number }}>
            {lifecycle_number}
          </Link>
        ),
    },
    { label: developers.who, isText: true, cell: ({ actor }) => actor.name },
    { label: developers.at, cell: ({ timestamp }) => short(timestamp, now()) },
  ];
}
