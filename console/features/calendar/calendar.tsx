import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { DispatchBoard } from '../../../packages/sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { useKeys } from '../../keys/keys.ts';
import { useMe } from '../../session/session.ts';
import { appointments } from '../../store/stores.ts';
import { useVersion } from '../../store/use-entities.ts';
import { useQuery } from '../../store/use-query.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { addDays, dateIn, dayIn } from '../../time/days.ts';
import { formatsFor } from '../../time/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { cardsOf } from '../dispatch/board-data.ts';
import type { Lanes } from '../dispatch/move-visit.ts';
import { useScheduling, useWeek } from '../dispatch/use-board.ts';
import { VisitPanel } from '../dispatch/visit-panel.tsx';
import styles from './calendar.module.css';
import { firstDayOfWeek, weekOf } from './week.ts';
import { WeekGrid } from './week-grid.tsx';

export function Calendar() {
  return (
    <NeedsScope scope="appointments:read" title={text.screens.calendar}>
      <Content />
    </NeedsScope>
  );
}

/** The week of everyone who takes visits, or of one team; visits are dragged between days and people. */
function Content() {
  const zone = useMe().organization.time_zone;
  const [date, setDate] = useState(() => dateIn(zone, now()));
  const [teamId, setTeamId] = useState('');
  const dates = weekOf(date, firstDayOfWeek(navigator.language));
  const [from = date] = dates;
  const to = dates.at(-1) ?? date;
  const week = useWeek(from, to, teamId);
  const { day } = formatsFor(zone);
  const go = (days: number) => setDate(addDays(date, days));
  useKeys([
    { keys: '[', label: text.calendar.previous, run: () => go(-7) },
    { keys: ']', label: text.calendar.next, run: () => go(7) },
    { keys: 't', label: text.dispatch.today, run: () => setDate(dateIn(zone, now())) },
  ]);
  const title = `${text.screens.calendar}, ${day(dayIn(zone, from).start)} – ${day(dayIn(zone, to).start)}`;
  return (
    <Screen
      title={title}
      actions={
        <>
          <Button aria-label={text.calendar.previous} onClick={() => go(-7)}>
            ‹
          </Button>
          <Button onClick={() => setDate(dateIn(zone, now()))}>{text.dispatch.today}</Button>
          <Button aria-label={text.calendar.next} onClick={() => go(7)}>
            ›
          </Button>
          <Link className={buttonClass()} to="/visits" search={{ from, to }}>
            {text.calendar.asList}
          </Link>
          <TeamPicker value={teamId} onChange={setTeamId} />
        </>
      }
    >
      <Loaded of={week}>{(board) => <Week board={board} dates={dates} zone={zone} />}</Loaded>
    </Screen>
  );
}

function TeamPicker({ value, onChange }: { value: string; onChange(teamId: string): void }) {
  const { value: teams } = useQuery('teams', {
    load: (signal) => api.teams.list({ limit: 200 }, { signal }).toArray(),
    isAffectedBy: ({ type }) => (type ?? '').startsWith('team.'),
  });
  if (!teams || teams.length === 0) return null;
  const options = teams.map(({ team_id, name }) => ({ value: team_id, label: name }));
  return (
    <div className={styles.team}>
      <SelectField
        label={text.calendar.team}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        options={[{ value: '', label: text.calendar.everyone }, ...options]}
      />
    </div>
  );
}

function Week({
  board,
  dates,
  zone,
}: {
  board: DispatchBoard;
  dates: readonly string[];
  zone: string;
}) {
  const [openId, setOpenId] = useState<string | null>(null);
  const { bufferMs } = useScheduling();
  const version = useVersion(appointments);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that the visits have changed.
  const cards = useMemo(
    () => cardsOf(board, (visit) => appointments.newest(visit)),
    [board, version],
  );
  const names = new Map(board.lanes.map(({ user_id, name }) => [user_id, name]));
  const lanes: Lanes = {
    people: board.lanes,
    formats: formatsFor(zone),
    nameOf: (lane) => (lane === null ? text.dispatch.tray : (names.get(lane) ?? lane)),
  };
  const open = cards.find(({ id }) => id === openId);
  if (board.lanes.length === 0) return <Empty>{text.dispatch.empty}</Empty>;
  return (
    <>
      <WeekGrid
        board={board}
        dates={dates}
        zone={zone}
        cards={cards}
        lanes={lanes}
        bufferMs={bufferMs}
        onOpen={setOpenId}
      />
      {open && <VisitPanel card={open} lanes={lanes} onClose={() => setOpenId(null)} />}
    </>
  );
}
