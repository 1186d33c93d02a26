import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { type Print, percentile, type Row } from './bench.ts';
import { newPage } from './console-browser.ts';
import { atMost } from './console-rows.ts';
import { IDLE, RECORD_FRAMES, TAKE_FRAMES } from './page-scripts.ts';

const MOVES = 180;
const FRAME_MS = 16;
const OWN_MS = 4;
const P95_MS = 16.8;

/** What the page itself does in a frame; the rest is painting, which depends on the graphics of the machine. */
const OWN_WORK = new Set([
  'EventDispatch',
  'FunctionCall',
  'FireAnimationFrame',
  'TimerFire',
  'RunMicrotasks',
  'UpdateLayoutTree',
  'Layout',
]);

/** A card that is dragged over the board of sixty people and three hundred visits. */
export async function measureDrag(
  context: BrowserContext,
  date: string,
  print: Print,
): Promise<Row[]> {
  const work = await drag(context, date, 4, recordWork);
  print(`at a quarter of the speed: ${work.own.toFixed(2)} ms for each move`);
  const frames = await drag(context, date, 1, recordFrames);
  const lengths = frames.map((at, index) => at - (frames[index - 1] ?? at)).slice(1);
  return [
    atMost('drag on a board of 60 × 300: scripts, styles and layout per frame', work.own, {
      bar: OWN_MS,
      unit: 'ms',
      details: { moves: MOVES, by_kind: work.byKind },
    }),
    atMost('drag on a board of 60 × 300: length of a frame, p95', percentile(lengths, 0.95), {
      bar: P95_MS,
      unit: 'ms',
      details: { frames: lengths.length, p50: percentile(lengths, 0.5) },
    }),
  ];
}

/** Picks a card up and moves it around; the result is what was recorded meanwhile. */
async function drag<Result>(
  context: BrowserContext,
  date: string,
  slowdown: number,
  record: (page: Page, cdp: CDPSession) => Promise<() => Promise<Result>>,
): Promise<Result> {
  const { page, cdp } = await newPage(context, slowdown);
  await page.goto('/dispatch');
  await page.getByLabel('Date', { exact: true }).fill(date);
  const cards = page.locator('[data-lane] [data-id]');
  await cards.nth(250).waitFor({ state: 'attached' });
  await page.evaluate(IDLE);
  const box = await cards.first().boundingBox();
  if (box === null) throw new Error('The board has no card.');
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 20);
  const stop = await record(page, cdp);
  await moveAround(page, box);
  const result = await stop();
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.close();
  return result;
}

/** When each frame began. */
async function recordFrames(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(RECORD_FRAMES);
  return () => page.evaluate<number[]>(TAKE_FRAMES);
}

async function recordWork(_: Page, cdp: CDPSession): Promise<() => Promise<Work>> {
  const trace = await startTrace(cdp);
  return async () => ownWork(await trace.stop());
}

interface Work {
  /** The page's own work for each move, which is a frame, in milliseconds. */
  own: number;
  byKind: Record<string, number>;
}

/** Over all lanes and hours that are in view, one move per frame. */
async function moveAround(page: Page, from: { x: number; y: number }): Promise<void> {
  for (let move = 0; move < MOVES; move += 1) {
    const angle = (move / MOVES) * 6 * Math.PI;
    const x = from.x + 320 + 280 * Math.sin(angle);
    const y = from.y + 220 + 200 * Math.cos(angle / 2);
    await Promise.all([page.mouse.move(x, y), sleep(FRAME_MS)]);
  }
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Of the processor: without the time in which other programs of the machine had it. */
  tdur?: number;
  args: { name?: string };
}

async function startTrace(cdp: CDPSession): Promise<{ stop(): Promise<TraceEvent[]> }> {
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as never as TraceEvent[])));
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', '__metadata'] },
  });
  return {
    async stop() {
      const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
      await cdp.send('Tracing.end');
      await complete;
      return events;
    },
  };
}

/** Of the page's main thread. Work inside of other work counts once. */
function ownWork(events: readonly TraceEvent[]): Work {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const work = events
    .filter(
      ({ name, ph, pid, tid }) => ph === 'X' && OWN_WORK.has(name) && mains.has(`${pid} ${tid}`),
    )
    .sort((a, b) => a.ts - b.ts);
  if (work.length === 0) throw new Error('The trace has no work of the page.');
  const byKind: Record<string, number> = {};
  const ends = new Map<number, number>();
  let total = 0;
  for (const { name, pid, ts, dur = 0, tdur = dur } of work) {
    byKind[name] = (byKind[name] ?? 0) + tdur / 1_000 / MOVES;
    if (ts >= (ends.get(pid) ?? 0)) {
      total += tdur;
      ends.set(pid, ts + dur);
    }
  }
  return { own: total / 1_000 / MOVES, byKind };
}
