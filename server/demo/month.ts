import { Agenda } from './agenda.ts';
import { type Background, FOLLOWS_WITHIN_MS } from './background.ts';
import { atTime, DAY, MINUTE, weekdayOf } from './calendar.ts';
import type { DemoClock } from './demo-clock.ts';
import { householdsOf } from './households.ts';
import { planLead } from './leads.ts';
import { planDeliveries, planSpend } from './marketing.ts';
import { planOfficeDays } from './office.ts';
import type { Company } from './open-company.ts';
import { Random } from './random.ts';
import type { World } from './story.ts';

/** Leads per day by weekday, Monday first, and the random deviation. */
const LEADS_PER_DAY = [11, 10, 9, 9, 9, 5, 3];
const DEVIATION = 2;

/**
 * A worker responds to a new lead within seconds. Everything else is less urgent: code that is about to send
 * something checks the log first. Processing every event immediately would take twice as long in total.
 */
const RESPONDS_WITHIN_MS = 2_000;

/** When the worker must run next: every change by a request may make work due. */
export class WorkerSchedule {
  #due = Number.POSITIVE_INFINITY;

  get due(): number {
    return this.#due;
  }

  requestDone(now: number, method: string, path: string): void {
    if (method === 'GET') return;
    const within = path === '/v1/leads' ? RESPONDS_WITHIN_MS : FOLLOWS_WITHIN_MS;
    this.#due = Math.min(this.#due, now + within);
  }

  done(): void {
    this.#due = Number.POSITIVE_INFINITY;
  }
}

interface Month {
  company: Company;
  clock: DemoClock;
  background: Background;
  schedule: WorkerSchedule;
  start: number;
  end: number;
  seed: number;
  signal: AbortSignal;
  /** Gets the part that is done, from 0 to 1. */
  onProgress(part: number): void;
}

/** Simulates the month: what people and the worker do, in order of time. */
export async function simulateMonth(month: Month): Promise<void> {
  const { company, clock, background, schedule, start, end, seed, signal } = month;
  const world: World = { company, agenda: new Agenda(), clock, end };
  planMonth(world, new Random(seed), start);
  let timer = await background.settle();
  for (;;) {
    signal.throwIfAborted();
    const worker = Math.min(timer, schedule.due);
    const next = Math.min(worker, world.agenda.next);
    if (next > end) break;
    clock.moveTo(next);
    month.onProgress((next - start) / (end - start));
    if (worker <= world.agenda.next) {
      schedule.done();
      timer = await background.settle();
    } else {
      await world.agenda.shift()!.take();
    }
  }
  clock.moveTo(end);
  await background.finish();
}

function planMonth(world: World, random: Random, start: number): void {
  const households = householdsOf(random.fork());
  planOfficeDays(world, random.fork(), start);
  for (let day = start; day <= world.end; day += DAY) {
    const usual = LEADS_PER_DAY[weekdayOf(day) - 1]!;
    const count = usual + random.between(-DEVIATION, DEVIATION);
    for (let index = 0; index < count; index += 1) {
      const at = atTime(day, 7) + random.between(0, 14 * 60) * MINUTE;
      planLead(world, random.fork(), households.next().value, at);
    }
  }
  planDeliveries(world, random.fork(), households);
  planSpend(world, random.fork(), start);
}
