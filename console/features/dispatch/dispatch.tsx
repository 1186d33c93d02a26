import { useMemo, useState } from 'react';
import type { DispatchBoard, DispatchLane, Replan } from '../../../packages/sdk/src/index.ts';
import { useKeys } from '../../keys/keys.ts';
import { mayI, useMe } from '../../session/session.ts';
import { appointments } from '../../store/stores.ts';
import { useVersion } from '../../store/use-entities.ts';
import * as text from '../../text/en.ts';
import { now } from '../../time/clock.ts';
import { addDays, dateIn, dayIn } from '../../time/days.ts';
import { formatsFor } from '../../time/format.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NeedsScope } from '../../ui/needs-scope.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { Board } from './board.tsx';
import { cardsOf, spanOf } from './board-data.ts';
import styles from './dispatch.module.css';
import { boardSpan, type Scale } from './geometry.ts';
import type { Lanes } from './move-visit.ts';
import { OutToday } from './out-today.tsx';
import { PersonPicker } from './person-picker.tsx';
import { type DayQuestion, PlanDay, PlanDayMenu } from './plan-day.tsx';
import { useBoard, useScheduling } from './use-board.ts';
import { VisitPanel } from './visit-panel.tsx';

const ZOOMS = [48, 72, 96, 144, 192, 240];
const NORMAL_ZOOM = 2;

export function Dispatch() {
  return (
    <NeedsScope scope="appointments:read" title={text.dispatch.title}>
      <Content />
    </NeedsScope>
  );
}

/** The day of everyone who takes visits: what is booked, what fits, and what still needs a person. */
function Content() {
  const zone = useMe().organization.time_zone;
  const today = dateIn(zone, now());
  const [date, setDate] = useState(today);
  const [zoom, setZoom] = useState(NORMAL_ZOOM);
  const board = useBoard(date);
  const [planned, setPlanned] = useState<DayQuestion | null>(null);
  const canWrite = mayI(useMe(), 'appointments:write');
  const zoomBy = (step: number) => setZoom(Math.max(0, Math.min(ZOOMS.length - 1, zoom + step)));
  useKeys([
    { keys: '[', label: text.dispatch.previousDay, run: () => setDate(addDays(date, -1)) },
    { keys: ']', label: text.dispatch.nextDay, run: () => setDate(addDays(date, 1)) },
    { keys: 't', label: text.dispatch.today, run: () => setDate(today) },
    { keys: '+', label: text.dispatch.zoomIn, run: () => zoomBy(1) },
    { keys: '-', label: text.dispatch.zoomOut, run: () => zoomBy(-1) },
  ]);
  return (
    <Screen
      title={`${text.dispatch.title}, ${formatsFor(zone).day(dayIn(zone, date).start)}`}
      actions={
        <>
          {canWrite && board.value && <PlanDayMenu board={board.value} onAsk={setPlanned} />}
          <Button aria-label={text.dispatch.previousDay} onClick={() => setDate(addDays(date, -1))}>
            ‹
          </Button>
          <Button onClick={() => setDate(today)} disabled={date === today}>
            {text.dispatch.today}
          </Button>
          <Button aria-label={text.dispatch.nextDay} onClick={() => setDate(addDays(date, 1))}>
            ›
          </Button>
          <input
            type="date"
            className={styles.date}
            aria-label={text.dispatch.date}
            value={date}
            onChange={({ target }) => target.value !== '' && setDate(target.value)}
          />
          <Button aria-label={text.dispatch.zoomOut} onClick={() => zoomBy(-1)}>
            −
          </Button>
          <Button aria-label={text.dispatch.zoomIn} onClick={() => zoomBy(1)}>
            +
          </Button>
        </>
      }
    >
      <Loaded of={board}>
        {(value) => (
          <Day
            board={value}
            zone={zone}
            pxPerHour={ZOOMS[zoom] ?? 96}
            planned={planned}
            onPlan={setPlanned}
          />
        )}
      </Loaded>
    </Screen>
  );
}

function Day({
  board,
  zone,
  pxPerHour,
  planned,
  onPlan,
}: {
  board: DispatchBoard;
  zone: string;
  pxPerHour: number;
  planned: DayQuestion | null;
  onPlan(question: DayQuestion | null): void;
}) {
  const me = useMe();
  const canWrite = mayI(me, 'appointments:write');
  // Who is out has time off, too.
  const canTakeOff = canWrite && mayI(me, 'time_off:write');
  const [openId, setOpenId] = useState<string | null>(null);
  const [out, setOut] = useState<DispatchLane | null>(null);
  const [proposed, setProposed] = useState<Replan | null>(null);
  const [personId, setPersonId] = useState<string | null>(null);
  const isNarrow = useNarrow();
  const { bufferMs, stepMinutes } = useScheduling();
  const version = useVersion(appointments);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that the visits have changed.
  const cards = useMemo(
    () => cardsOf(board, (visit) => appointments.newest(visit)),
    [board, version],
  );
  const scale = useMemo((): Scale => {
    const shifts = board.lanes.flatMap((lane) => lane.shifts).map(spanOf);
    const visits = board.lanes.flatMap((lane) => lane.appointments).map(spanOf);
    const { start, end } = boardSpan([...shifts, ...visits], dayIn(zone, board.date));
    return { from: start, to: end, pxPerHour, stepMinutes, isVertical: isNarrow };
  }, [board, zone, pxPerHour, stepMinutes, isNarrow]);
  const lanes = useMemo((): Lanes => {
    const names = new Map(board.lanes.map(({ user_id, name }) => [user_id, name]));
    return {
      people: board.lanes,
      formats: formatsFor(zone),
      nameOf: (lane) => (lane === null ? text.dispatch.tray : (names.get(lane) ?? lane)),
    };
  }, [board, zone]);
  const open = cards.find(({ id }) => id === openId);
  const person = board.lanes.find(({ user_id }) => user_id === personId) ?? board.lanes[0];
  const shown = useMemo(
    () => (isNarrow && person ? { ...board, lanes: [person] } : board),
    [board, isNarrow, person],
  );
  if (!person) return <Empty>{text.dispatch.empty}</Empty>;
  return (
    <>
      {isNarrow && (
        <PersonPicker
          lanes={board.lanes}
          current={person}
          onChange={setPersonId}
          onOut={canTakeOff ? setOut : null}
        />
      )}
      <Board
        board={shown}
        cards={cards}
        scale={scale}
        lanes={lanes}
        bufferMs={bufferMs}
        proposed={proposed}
        onOpen={setOpenId}
        onOut={canTakeOff ? setOut : null}
      />
      {out && (
        <OutToday
          lane={out}
          date={board.date}
          zone={zone}
          cards={cards}
          lanes={lanes}
          onProposed={setProposed}
          onClose={() => setOut(null)}
        />
      )}
      {planned && (
        <PlanDay
          question={planned}
          date={board.date}
          zone={zone}
          cards={cards}
          lanes={lanes}
          onProposed={setProposed}
          onClose={() => onPlan(null)}
        />
      )}
      {open && (
        <VisitPanel
          card={open}
          lanes={lanes}
          onMakeRoom={(visit) => onPlan({ about: 'room', visit })}
          onClose={() => setOpenId(null)}
        />
      )}
    </>
  );
}
