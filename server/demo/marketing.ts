import { atTime, DAY, dateOf, HOUR } from './calendar.ts';
import type { Household } from './households.ts';
import type { Random } from './random.ts';
import type { World } from './story.ts';

/** What comes in at the address of a partner, and what advertising costs. Amounts are in cents. */

/** By source, what a day costs. */
const SPENT: readonly (readonly [source: string, from: number, to: number])[] = [
  ['google_ads', 4_500, 14_000],
  ['angi', 2_000, 9_000],
];

export function planSpend(world: World, random: Random, start: number): void {
  for (let day = start; day <= world.end; day += DAY) {
    world.agenda.plan(atTime(day, 5), async () => {
      const date = dateOf(day - DAY);
      for (const [source, from, to] of SPENT) {
        const amount = random.between(from, to);
        await world.company.owner.spend.set({ source, date, amount, currency: 'USD' });
      }
    });
  }
}

const WISHES = [
  'Annual check before winter',
  'Furnace makes a clicking noise',
  'Would like a second opinion on a heat pump',
];

/** A few requests of the last ten days, and two that say too little to become a lead. */
export function planDeliveries(
  world: World,
  random: Random,
  households: Iterator<Household, never>,
): void {
  const within = () => world.end - random.between(4, 10 * 24) * HOUR;
  const deliver = (at: number, content: object) =>
    world.agenda.plan(at, () => world.company.owner.deliver(world.company.partner, content));
  for (let count = 0; count < 6; count += 1) {
    const { name, phone, email } = households.next().value;
    const message = random.pick(WISHES);
    deliver(within(), { id: `P-${1_000 + count}`, name, phone, email, message });
  }
  deliver(world.end - 3 * HOUR, { id: 'P-1100', name: 'Walter', message: 'Please call me back' });
  deliver(world.end - 20 * HOUR, { id: 'P-1101', message: 'Price for a heat pump?' });
}
