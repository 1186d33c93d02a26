import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { created } from '../../../server/testing/created.ts';
import { eventually } from '../../../server/testing/eventually.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';
import { doJob } from '../../testing/twelve-jobs.ts';

/** A Tuesday after the clock change; each test takes the next day, so that none sees the visits of another. */
const FIRST = Date.parse('2027-03-16T00:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
const HOUR_PX = 96;

describe('the dispatch board', () => {
  const stand = useStand();
  const people: Record<string, string> = {};
  let page: Page;
  let other: Page;
  let days = -1;
  let date = '';

  const person = async (name: string, role = 'technician') => {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
    const { user_id } = await created(
      stand.organization.api.post('/v1/users', { name, email, role }),
    );
    people[name] = user_id;
  };
  const book = async (name: string, time: string, who: string | null, minutes = 60) => {
    const lead = await created(
      stand.organization.api.post('/v1/leads', {
        name,
        email: `${crypto.randomUUID()}@example.com`,
        service_needed: 'hvac_repair',
      }),
    );
    return created(
      stand.organization.api.post('/v1/appointments', {
        lifecycle_number: lead.lifecycle_number,
        starts_at: `${date}T${time}:00-07:00`,
        duration_minutes: minutes,
        ...(who !== null && { assigned_to: people[who] }),
      }),
    );
  };
  const card = (name: string, on = page): Locator => on.locator('[data-id]', { hasText: name });
  const visit = async (id: string) =>
    (await stand.organization.api.get(`/v1/appointments/${id}`)).body;
  const open = async (on = page) => {
    await on.goto('/dispatch');
    await on.getByLabel('Date').fill(date);
    await on.getByRole('grid').waitFor();
  };
  /** By pixels from where the pointer holds it. */
  const drag = async (what: Locator, x: number, y: number, key?: string) => {
    const box = await what.boundingBox();
    assert(box);
    const from = { x: box.x + 20, y: box.y + 20 };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 6, from.y, { steps: 2 });
    await page.mouse.move(from.x + x, from.y + y, { steps: 4 });
    if (key) await page.keyboard.down(key);
    await page.evaluate('new Promise(requestAnimationFrame)');
    await page.mouse.up();
    if (key) await page.keyboard.up(key);
  };

  /** What the board shows of a plan that is not confirmed. */
  const ghosts = () => page.locator('[data-look=here], [data-look=leaves]');
  const isOver = async (one: Locator, another: Locator) => {
    const [a, b] = await Promise.all([one.boundingBox(), another.boundingBox()]);
    return a !== null && b !== null && Math.abs(a.x - b.x) <= 4 && Math.abs(a.y - b.y) <= 4;
  };
  /** Each in the lane of the person whom the list names, at the time that the list says, and beside the list. */
  const ghostsAreInTheirLanes = async (names: readonly string[]) => {
    assert.equal(await ghosts().count(), names.length);
    const list = page.getByRole('dialog');
    const dialog = await list.boundingBox();
    for (const name of names) {
      const row = await list.getByRole('listitem').filter({ hasText: name }).innerText();
      const taker = Object.keys(people).find((one) => row.includes(`→ ${one}`)) ?? '';
      const lane = await page.locator(`[data-lane="${people[taker]}"]`).boundingBox();
      const ghost = ghosts().filter({ hasText: name });
      const box = await ghost.boundingBox();
      assert(dialog && lane && box, row);
      assert(box.y >= lane.y && box.y + box.height <= lane.y + lane.height, `${name}: ${row}`);
      assert(box.x + box.width <= dialog.x, 'the dialog is beside it');
      const [time = 'no time'] =
        /\d+:\d\d [AP]M(?= *$|\n)/m.exec(row.replaceAll('\u202f', ' ')) ?? [];
      const said = (await ghost.innerText()).replaceAll('\u202f', ' ');
      assert(said.includes(`${time} –`), `${row} ${said}`);
      assert.equal(await ghost.locator('xpath=..').getAttribute('aria-hidden'), 'true');
    }
  };

  before(async () => {
    await person('Bao Nguyen');
    await person('Dmitri Volkov');
    await person('Rosa Delgado');
    ({ page } = await stand.signedIn('dispatcher', { name: 'Ana Petrov' }));
    ({ page: other } = await stand.signedIn('dispatcher', { name: 'Tom Baker' }));
  });
  beforeEach(() => {
    days += 1;
    // Weekends have no shifts.
    date = new Date(FIRST + (days + 2 * Math.floor((days + 1) / 5)) * DAY)
      .toISOString()
      .slice(0, 10);
  });

  it('shows who takes visits, their visits, and what has no person', async () => {
    await book('Carla Novotny', '09:00', 'Bao Nguyen');
    await book('Sam Ortiz', '10:00', null);
    await open();
    await card('Carla Novotny').waitFor();
    const names = await page.getByRole('rowheader').allInnerTexts();
    assert.equal(names.length, 3, 'dispatchers have no lane');
    await page
      .getByRole('complementary', { name: 'Not assigned' })
      .getByText('Sam Ortiz')
      .waitFor();
    await assertAccessible(page);
  });

  it('moves a visit with one drag, shows it at once, and undoes it', async () => {
    const { appointment_id } = await book('Carla Novotny', '09:00', 'Bao Nguyen');
    await open();
    // It is shown before the service has answered.
    const answer = Promise.withResolvers<void>();
    await page.route('**/v1/appointments/*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    const pressed = await doJob(5, page, async () => {
      await drag(card('Carla Novotny'), 2 * HOUR_PX, 56);
      await page.locator('[data-lane]').nth(1).getByText('Estimate 11:00').waitFor();
      answer.resolve();
      await page.getByText(/Carla Novotny: Dmitri Volkov, 11:00/).waitFor();
    });
    assert.deepEqual(pressed, ['click']);
    await page.unrouteAll();
    assert.equal((await visit(appointment_id)).starts_at, `${date}T11:00:00-07:00`);
    assert.equal((await visit(appointment_id)).assigned_to, people['Dmitri Volkov']);
    await page.keyboard.press('Control+z');
    await page.getByText(/Carla Novotny: Bao Nguyen, 9:00/).waitFor();
    assert.equal((await visit(appointment_id)).starts_at, `${date}T09:00:00-07:00`);
  });

  it('moves a visit by keyboard, and says every place', async () => {
    const { appointment_id } = await book('Carla Novotny', '09:00', 'Bao Nguyen');
    await open();
    await card('Carla Novotny').focus();
    const pressed = await doJob(5, page, async () => {
      await page.keyboard.press('Space');
      await page.getByText('Picked up. Arrows move it').waitFor({ state: 'attached' });
      await page.keyboard.press('ArrowRight');
      await page.getByText(/Bao Nguyen, 9:15.*Free/).waitFor({ state: 'attached' });
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByText(/Carla Novotny: Dmitri Volkov, 9:15/).waitFor();
    });
    assert.deepEqual(pressed, [' ', 'ArrowRight', 'ArrowDown', 'Enter']);
    assert.equal((await visit(appointment_id)).assigned_to, people['Dmitri Volkov']);
  });

  it('refuses a place that is taken, names what is in the way, and swaps with Shift', async () => {
    const a = await book('Carla Novotny', '09:00', 'Bao Nguyen');
    const b = await book('Sam Ortiz', '09:00', 'Dmitri Volkov');
    await open();
    await drag(card('Carla Novotny'), 0, 56);
    await page
      .getByText('Not moved. Dmitri Volkov has Sam Ortiz then.')
      .waitFor({ state: 'attached' });
    assert.equal((await visit(a.appointment_id)).assigned_to, people['Bao Nguyen']);
    await drag(card('Carla Novotny'), 0, 56, 'Shift');
    await page.getByText('Carla Novotny and Sam Ortiz have changed places.').waitFor();
    assert.equal((await visit(a.appointment_id)).assigned_to, people['Dmitri Volkov']);
    assert.equal((await visit(b.appointment_id)).assigned_to, people['Bao Nguyen']);
  });

  it('shows the change of another dispatcher at once, and a race has one winner and one explained refusal', async () => {
    const { appointment_id } = await book('Carla Novotny', '09:00', 'Bao Nguyen');
    await open();
    await open(other);
    await card('Carla Novotny', other).waitFor();
    await drag(card('Carla Novotny'), HOUR_PX, 0);
    await other.getByText('Estimate 10:00').waitFor();

    // The second dispatcher has not seen the next change when the own one is sent.
    await other.route('**/v1/events/stream**', (route) => route.abort());
    await other.route('**/v1/appointments/*', async (route) => {
      await stand.organization.api.patch(`/v1/appointments/${appointment_id}`, {
        notes: 'Gate 4711',
      });
      await route.continue();
    });
    await card('Carla Novotny', other).focus();
    await other.keyboard.press('Space');
    await other.keyboard.press('ArrowRight');
    await other.keyboard.press('Enter');
    await other
      .getByRole('status')
      .getByText(/changed/i)
      .waitFor();
    assert.equal((await visit(appointment_id)).starts_at, `${date}T10:00:00-07:00`);
    await other.unrouteAll();
  });

  it('fills the tray with two keys: A and 1', async () => {
    const { appointment_id } = await book('Sam Ortiz', '10:00', null);
    await open();
    await card('Sam Ortiz').focus();
    const pressed = await doJob(6, page, async () => {
      await page.keyboard.press('a');
      await page.getByRole('button', { name: /^1 / }).waitFor();
      await page.keyboard.press('1');
      await page.getByText(/^Sam Ortiz: .*, 10:00/).waitFor();
    });
    assert.deepEqual(pressed, ['a', '1']);
    assert.notEqual((await visit(appointment_id)).assigned_to, null);
  });

  it('says why a person cannot come when the pointer rests on a time', async () => {
    const buffer = (buffer_minutes: number) =>
      stand.organization.api.patch('/v1/organization', { scheduling: { buffer_minutes } });
    await buffer(30);
    await book('Carla Novotny', '09:00', 'Bao Nguyen');
    await open();
    const box = await card('Carla Novotny').boundingBox();
    assert(box);
    const pressed = await doJob(8, page, async () => {
      await page.mouse.move(box.x - 1.5 * HOUR_PX, box.y + 20);
      await page.getByRole('tooltip').getByText('Does not work then.').waitFor();
    });
    assert.deepEqual(pressed, []);
    await assertAccessible(page);
    await page.mouse.move(0, 0);
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await page.mouse.move(box.x + box.width + 4, box.y + 20);
    await page.getByRole('tooltip').getByText('Buffer after Carla Novotny').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Book anyway' }).count(), 0);
    await page.getByRole('button', { name: 'Open the visit' }).click();
    await page.getByRole('dialog', { name: 'Carla Novotny' }).waitFor();
    await page.keyboard.press('Escape');
    await buffer(0);
  });

  it('books anyway where only the hours are in the way: from the tray, or for anyone', async () => {
    await book('Carla Novotny', '09:00', 'Bao Nguyen');
    const { appointment_id } = await book('Sam Ortiz', '10:00', null);
    await open();
    const box = await card('Carla Novotny').boundingBox();
    assert(box);
    const bookAnyway = async () => {
      await page.mouse.move(0, 0);
      await page.mouse.move(box.x - 1.5 * HOUR_PX, box.y + 20);
      await page.getByRole('button', { name: 'Book anyway' }).click();
      await page.getByRole('dialog', { name: /^Book Bao Nguyen/ }).waitFor();
    };
    await bookAnyway();
    await page.getByRole('option', { name: /Sam Ortiz/ }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByText(/^Sam Ortiz: Bao Nguyen, 7:30/).waitFor();
    assert.equal((await visit(appointment_id)).starts_at, `${date}T07:30:00-07:00`);
    await page.keyboard.press('Control+z');
    await page.getByText(/^Sam Ortiz: Not assigned, 10:00/).waitFor();

    await bookAnyway();
    await page.keyboard.type('carla nov');
    await page
      .getByRole('option', { name: /Carla Novotny/ })
      .first()
      .click();
    await page.getByRole('dialog').getByLabel('Goes along').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByText(/^Booked for .*7:30.*Bao Nguyen does not work at that time/).waitFor();
    await page.locator('[data-id]', { hasText: 'Carla Novotny' }).nth(1).waitFor();
  });

  it('tells the customer the new time only if the dispatcher wants that', async () => {
    const { lifecycle_number } = await book('Carla Novotny', '09:00', 'Bao Nguyen');
    const messages = async () => {
      const { body } = await stand.organization.api.get(`/v1/lifecycles/${lifecycle_number}`);
      return body.communications;
    };
    await open();
    await drag(card('Carla Novotny'), HOUR_PX, 0);
    await page.getByRole('button', { name: 'Tell them' }).click();
    await page.getByText('Carla Novotny is told the new time in 5 seconds.').waitFor();
    assert.deepEqual(await messages(), []);
    // What waits is sent at once when the page is left.
    await page.goto('/leads');
    const [message] = await eventually(async () => {
      const all = await messages();
      return all.length > 0 && all;
    });
    assert.match(message.body, /your visit is booked: we will come on .* at 10:00 AM/);
    await open();
    await drag(card('Carla Novotny'), 0, 56);
    await page.getByText(/Carla Novotny: Dmitri Volkov/).waitFor();
    assert.equal(
      await page.getByRole('button', { name: 'Tell them' }).count(),
      0,
      'the time is the same',
    );
    assert.equal((await messages()).length, 1);
  });

  it('reassigns the day of a person who is out with one confirmation, and undoes it', async () => {
    const a = await book('Carla Novotny', '09:00', 'Bao Nguyen');
    const b = await book('Sam Ortiz', '11:00', 'Bao Nguyen');
    await open();
    const pressed = await doJob(7, page, async () => {
      await page.getByRole('button', { name: 'Bao Nguyen More' }).click();
      await page.getByRole('menuitem', { name: 'Out this day' }).click();
      await page.getByRole('button', { name: 'Apply 2 moves' }).waitFor();
      await assertAccessible(page);
      await ghostsAreInTheirLanes(['Carla Novotny', 'Sam Ortiz']);
      await page.getByRole('button', { name: 'Apply 2 moves' }).click();
      await page.getByText('Bao Nguyen is out. Visits reassigned: 2.').waitFor();
    });
    assert.deepEqual(pressed, ['click', 'click', 'click']);
    assert.equal(await ghosts().count(), 0);
    for (const { appointment_id } of [a, b]) {
      assert.notEqual((await visit(appointment_id)).assigned_to, people['Bao Nguyen']);
    }
    await page.keyboard.press('Control+z');
    await page.locator('[data-lane]').first().getByText('Carla Novotny').waitFor();
    assert.equal((await visit(a.appointment_id)).assigned_to, people['Bao Nguyen']);
  });

  it('moves the visits of a day with bad weather, and undoes it', async () => {
    const a = await book('Carla Novotny', '09:00', 'Bao Nguyen');
    await open();
    await page.getByRole('button', { name: 'Plan this day' }).click();
    await page.getByRole('menuitem', { name: 'Bad weather' }).click();
    const dialog = page.getByRole('dialog', { name: /^Bad weather on / });
    // It goes to another day, so the board says so where it is now.
    const leaving = ghosts().filter({ hasText: 'Carla Novotny' });
    await leaving.getByText(/^→ \w{3}, Mar \d+, \d+:\d\d/).waitFor();
    assert.equal(await leaving.getAttribute('data-look'), 'leaves');
    assert(await isOver(leaving, card('Carla Novotny')));
    // The board can be scrolled beside the list, and a click there changes nothing.
    const board = page.locator('section', { has: page.locator('[data-lane]') });
    const left = () => board.evaluate((one) => one.scrollLeft);
    const before = await left();
    const box = await card('Carla Novotny').boundingBox();
    assert(box);
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.wheel(300, 0);
    await eventually(async () => (await left()) > before);
    await page.mouse.click(box.x + 20, box.y + 20);
    await dialog.getByRole('button', { name: 'Apply 1 move' }).click();
    await page.getByText('Visits moved to later days: 1.').waitFor();
    const dateOf = async () => (await visit(a.appointment_id)).starts_at.slice(0, 10);
    assert((await dateOf()) > date);
    await page.keyboard.press('Control+z');
    await eventually(async () => (await dateOf()) === date);
  });

  it('makes room for an emergency: only what is in its way moves', async () => {
    const day = (name: string, who: string) => book(name, '08:00', who, 540);
    await day('Carla Novotny', 'Dmitri Volkov');
    await day('Dana Reyes', 'Rosa Delgado');
    const moved = await book('Jon Park', '13:00', 'Bao Nguyen', 60);
    const urgent = await book('Sam Ortiz', '13:00', null, 180);
    await open();
    await card('Sam Ortiz').click();
    await page.getByRole('button', { name: 'Make room on this day' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make room for Sam Ortiz' });
    await dialog.getByRole('listitem').filter({ hasText: 'Bao Nguyen' }).first().waitFor();
    await dialog.getByRole('button', { name: /^Apply/ }).click();
    await page.getByText(/^Sam Ortiz has a place\./).waitFor();
    const people = await Promise.all([urgent, moved].map((one) => visit(one.appointment_id)));
    assert(people.every(({ assigned_to }) => assigned_to !== null));
    await page.keyboard.press('Control+z');
    await eventually(async () => (await visit(urgent.appointment_id)).assigned_to === null);
  });

  it('pins the place of a visit, so that the board knows the way', async () => {
    const location = { address: '9 Oak St', latitude: 45.5, longitude: -122.6 };
    const { appointment_id } = await book('Carla Novotny', '09:00', 'Bao Nguyen');
    const other = await book('Dana Reyes', '11:00', 'Bao Nguyen');
    await stand.organization.api.patch(`/v1/appointments/${other.appointment_id}`, { location });
    await open();
    await page.getByText('?', { exact: true }).waitFor();
    await card('Carla Novotny').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change the place' }).click();
    await page.getByLabel('Address').fill('1418 Alder St');
    await page.getByLabel('Place on the map').fill('near the river');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/There are no coordinates in this/).waitFor();
    await assertAccessible(page);
    await page
      .getByLabel('Place on the map')
      .fill('https://www.google.com/maps/@45.52,-122.67,17z');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The place of Carla Novotny is set.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('?', { exact: true }).waitFor({ state: 'detached' });
    const coordinates = { latitude: 45.52, longitude: -122.67 };
    const place = { address: '1418 Alder St', ...coordinates, coordinates };
    assert.deepEqual((await visit(appointment_id)).location, place);
    await page.keyboard.press('Control+z');
    await page.getByText('?', { exact: true }).waitFor();
    assert.equal((await visit(appointment_id)).location, null);
  });

  it('opens a visit with Enter, takes its next step, and undoes it', async () => {
    const { appointment_id, lead_id } = await book('Carla Novotny', '09:00', 'Bao Nguyen');
    const job = await created(
      stand.organization.api.post('/v1/jobs', { lead_id, title: 'New furnace' }),
    );
    await open();
    await card('Carla Novotny').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).waitFor();
    await page.getByLabel('Belongs to the job').selectOption({ label: 'New furnace' });
    await page.getByRole('link', { name: 'Open the job' }).waitFor();
    assert.equal((await visit(appointment_id)).job_id, job.job_id);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Complete' }).click();
    await page.getByText('Carla Novotny: Completed.').waitFor();
    assert.equal((await visit(appointment_id)).status, 'completed');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('[data-status=booked]').waitFor();
    assert.equal((await visit(appointment_id)).status, 'booked');
  });

  it('shows a visit with a crew in the lane of everyone on it, and changes who goes along', async () => {
    const { appointment_id } = await book('Carla Novotny', '09:00', 'Bao Nguyen');
    const crewIs = (name: string | null) =>
      eventually(async () => {
        const { crew } = await visit(appointment_id);
        return crew.join() === (name === null ? '' : people[name]);
      });
    await open();
    await card('Carla Novotny').click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Add to the crew').selectOption(people['Dmitri Volkov'] ?? '');
    await panel.getByRole('button', { name: 'Take Dmitri Volkov out of the crew' }).waitFor();
    await crewIs('Dmitri Volkov');
    await assertAccessible(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    const lane = (index: number) => page.locator('[data-lane]').nth(index);
    await lane(0).getByText('Carla Novotny').waitFor();
    const along = lane(1).locator('[data-id]', { hasText: 'Carla Novotny' });
    assert.match(await along.innerText(), /in the crew/);

    await drag(along, 0, 56);
    await lane(2).getByText('Carla Novotny').waitFor();
    await crewIs('Rosa Delgado');
    assert.equal((await visit(appointment_id)).assigned_to, people['Bao Nguyen']);
    await page.keyboard.press('Control+z');
    await crewIs('Dmitri Volkov');

    // Someone else for the crew: neither the one who leads the visit nor the one who goes along is asked again.
    await lane(1).locator('[data-id]', { hasText: 'Carla Novotny' }).focus();
    await page.keyboard.press('a');
    const suggested = page.getByRole('button', { name: /^\d / });
    await suggested.first().waitFor();
    const names = await suggested.allInnerTexts();
    assert(!names.some((one) => /Bao Nguyen|Dmitri Volkov/.test(one)), names.join());
    await page.keyboard.press('1');
    await crewIs('Rosa Delgado');

    await card('Carla Novotny').first().click();
    await panel.getByRole('button', { name: 'Take Rosa Delgado out of the crew' }).click();
    await crewIs(null);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+z');
    await crewIs('Rosa Delgado');
  });

  it('shows why someone is off also where the day is scrolled past its beginning', async () => {
    await created(
      stand.organization.api.post('/v1/time-off', {
        user_id: people['Rosa Delgado'],
        starts_at: `${date}T00:00:00-07:00`,
        ends_at: `${date}T23:00:00-07:00`,
        reason: 'Wedding',
      }),
    );
    await open();
    const reason = page.locator('[data-lane]').getByText('Wedding');
    const names = page.getByRole('rowheader', { name: /Rosa Delgado/ });
    await reason.waitFor();
    const board = page.locator('section', { has: page.locator('[data-lane]') });
    for (const left of [0, 400, 900]) {
      await board.evaluate((one, to) => one.scrollTo(to, 0), left);
      const [at, beside] = await Promise.all([reason.boundingBox(), names.boundingBox()]);
      assert(at && beside);
      assert(at.x >= beside.x + beside.width, `${left}: ${at.x} is behind the names`);
      assert(at.x < 1280, `${left}: ${at.x} is out of view`);
    }
  });

  it('shows one person at a time on a phone: the day runs down, and the tray is a sheet', async () => {
    const { appointment_id } = await book('Carla Novotny', '09:00', 'Bao Nguyen');
    const unassigned = await book('Sam Ortiz', '10:00', null);
    await page.setViewportSize({ width: 390, height: 800 });
    await open();
    await page.getByLabel('Person', { exact: true }).selectOption(people['Bao Nguyen'] ?? '');
    await card('Carla Novotny').waitFor();
    assert.equal(await page.locator('[data-lane]').count(), 1);
    await assertAccessible(page);
    await drag(card('Carla Novotny'), 0, HOUR_PX);
    await page.getByText(/Carla Novotny: Bao Nguyen, 10:00/).waitFor();
    assert.equal((await visit(appointment_id)).starts_at, `${date}T10:00:00-07:00`);

    assert.equal(await card('Sam Ortiz').count(), 0, 'the sheet is closed');
    await page.getByRole('button', { name: 'Not assigned 1' }).click();
    await assertAccessible(page);
    await card('Sam Ortiz').click();
    await page.getByRole('button', { name: 'Who could take it?' }).click();
    await assertAccessible(page);
    await page
      .getByRole('list', { name: 'Who could take it?' })
      .getByRole('button', { name: /Rosa Delgado/ })
      .click();
    await page.getByText(/^Sam Ortiz: Rosa Delgado, 10:00/).waitFor();
    const { assigned_to } = await visit(unassigned.appointment_id);
    assert.equal(assigned_to, people['Rosa Delgado']);

    await page.getByRole('button', { name: 'Next person' }).click();
    await card('Carla Novotny').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /More$/ }).click();
    await page.getByRole('menuitem', { name: 'Out this day' }).waitFor();
    await assertAccessible(page, '[role=menu]');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
