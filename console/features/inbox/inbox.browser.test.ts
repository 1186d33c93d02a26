import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { created } from '../../../server/testing/created.ts';
import { eventually } from '../../../server/testing/eventually.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';
import { doJob } from '../../testing/twelve-jobs.ts';

describe('the inbox', () => {
  const stand = useStand();
  let page: Page;
  let phone = 0;
  const capture = (name: string, more = {}) => {
    phone += 1;
    const number = `+1415555${String(1000 + phone)}`;
    const lead = { name, phone: number, service_needed: 'water_heater_repair', ...more };
    return created(stand.organization.api.post('/v1/leads', lead));
  };
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const selected = () => page.locator('[data-selected=true] a').innerText();
  /** Each press is shown before the next: otherwise the last one may not be yet. */
  const select = async (name: string) => {
    for (let at = await selected(); at !== name; at = await selected()) {
      await page.keyboard.press('j');
      await eventually(async () => (await selected()) !== at);
    }
  };
  const leadsOf = async (name: string) =>
    (await stand.organization.api.get(`/v1/leads?q=${encodeURIComponent(name)}`)).body.data;
  before(async () => {
    await created(
      stand.organization.api.post('/v1/users', {
        name: 'Dmitri Volkov',
        email: 'dmitri@example.com',
        role: 'technician',
      }),
    );
    ({ page } = await stand.signedIn('dispatcher'));
  });

  it('is empty when all are answered, and says so', async () => {
    await page.getByText('All answered.').waitFor();
    await assertAccessible(page);
  });

  it('shows a new lead within a moment, with the time since it was captured', async () => {
    await capture('Dana Whitfield');
    await row('Dana Whitfield').getByText('New lead').waitFor();
    assert.match(await row('Dana Whitfield').locator('time').innerText(), /0:\d\d/);
    await assertAccessible(page);
  });

  it('holds later rows back until they are asked for', async () => {
    await capture('Carla Novotny');
    const more = page.getByRole('button', { name: '1 new' });
    await more.waitFor();
    assert.equal(await row('Carla Novotny').count(), 0);
    await more.click();
    await row('Carla Novotny').waitFor();
  });

  it('answers a lead with three keys: Enter, R, Ctrl Enter', async () => {
    const { lifecycle_number } = await capture('Sam Ortiz');
    await page.getByRole('button', { name: '1 new' }).waitFor();
    const pressed = await doJob(1, page, async () => {
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Sam Ortiz' }).waitFor();
      await page.keyboard.press('r');
      await page.keyboard.press('Control+Enter');
      await page.getByText('Text to Sam Ortiz leaves in 5 seconds.').waitFor();
    });
    assert.deepEqual(pressed, ['Enter', 'r', 'Control+Enter']);
    // It is sent at once when the page is left.
    await page.reload();
    await page.getByRole('heading', { name: 'Sam Ortiz' }).waitFor();
    await assertAccessible(page);
    const { body } = await stand.organization.api.get(`/v1/lifecycles/${lifecycle_number}`);
    assert.match(body.communications[0].body, /^Hi Sam, this is Alder Heating & Air/);
  });

  it('takes a text back that has not left yet', async () => {
    const { lifecycle_number } = await capture('Mia Chen');
    await page.goto(`/n/${lifecycle_number}`);
    await page.getByRole('heading', { name: 'Mia Chen' }).waitFor();
    await page.keyboard.press('r');
    await page.getByLabel('Message').fill('A text with a mistake');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Text to Mia Chen leaves in 5 seconds.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.equal(await page.getByLabel('Message').inputValue(), 'A text with a mistake');
    await page.reload();
    await page.getByRole('heading', { name: 'Mia Chen' }).waitFor();
    const { body } = await stand.organization.api.get(`/v1/lifecycles/${lifecycle_number}`);
    assert.deepEqual(body.communications, []);
  });

  it('books a visit with three keys: B, Enter, Enter', async () => {
    const { lifecycle_number } = await capture('Jon Park');
    await page.goto(`/n/${lifecycle_number}`);
    await page.getByRole('heading', { name: 'Jon Park' }).waitFor();
    const pressed = await doJob(2, page, async () => {
      await page.keyboard.press('b');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.getByText(/^Booked for/).waitFor();
    });
    assert.deepEqual(pressed, ['b', 'Enter', 'Enter']);
    await page.getByRole('complementary').getByText('Dmitri Volkov').waitFor();
    const { body } = await stand.organization.api.get(`/v1/lifecycles/${lifecycle_number}`);
    assert.equal(body.appointments[0].status, 'booked');
  });

  it('books a visit with three clicks', async () => {
    const { lifecycle_number } = await capture('Lena Fox');
    await page.goto(`/n/${lifecycle_number}`);
    const book = page.getByRole('button', { name: 'Book a visit' });
    await book.waitFor();
    const pressed = await doJob(2, page, async () => {
      await book.click();
      // Not one of the lengths, which are there before the times.
      await page.getByRole('listbox').getByRole('option').first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Book a visit' }).click();
      await page.getByText(/^Booked for/).waitFor();
    });
    assert.deepEqual(pressed, ['click', 'click', 'click']);
  });

  it('books the selected row with the same keys', async () => {
    await capture('Ben Cole');
    await page.goto('/');
    await row('Ben Cole').waitFor();
    await select('Ben Cole');
    const pressed = await doJob(2, page, async () => {
      await page.keyboard.press('b');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await page.getByText(/^Booked for/).waitFor();
    });
    assert.deepEqual(pressed, ['b', 'Enter', 'Enter']);
  });

  it('assigns the selected row with A, a part of a name, and Enter', async () => {
    await page.goto('/');
    await row('Carla Novotny').waitFor();
    await select('Carla Novotny');
    await page.keyboard.press('a');
    await page.getByRole('option').first().waitFor();
    await assertAccessible(page);
    await page.keyboard.type('volk');
    await page.getByRole('option', { name: 'Dmitri Volkov', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Carla Novotny: assigned to Dmitri Volkov.').waitFor();
    const [assigned] = await leadsOf('Carla Novotny');
    assert.notEqual(assigned.assigned_to, null);
    await page.keyboard.press('Control+z');
    await eventually(async () => (await leadsOf('Carla Novotny'))[0].assigned_to === null);
  });

  it('marks a row as done with E, and brings it back with Ctrl Z', async () => {
    await page.goto('/');
    await row('Carla Novotny').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    const first = await selected();
    await page.keyboard.press('e');
    await page.getByText(`${first}: done.`).waitFor();
    await row(first).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await row(first).waitFor();
  });

  it('marks a row as lost with W and a reason, and reopens it with Ctrl Z', async () => {
    const outcomeOf = async (name: string) => (await leadsOf(name))[0].outcome;
    const name = await selected();
    await page.keyboard.press('w');
    const lose = page.getByRole('dialog', { name: `Mark as lost: ${name}` });
    await lose.getByLabel('Reason').fill('Too expensive');
    await page.keyboard.press('Enter');
    await page.getByText(`${name}: marked as lost.`).waitFor();
    assert.equal(await outcomeOf(name), 'lost');
    await page.keyboard.press('Control+z');
    await eventually(async () => (await outcomeOf(name)) === null);
    await row(name).waitFor();
  });

  it('snoozes with H and Enter until tomorrow', async () => {
    const name = await selected();
    await page.keyboard.press('h');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await row(name).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Snoozed' }).click();
    await row(name).waitFor();
  });

  it('decides a duplicate with one key', async () => {
    const first = await capture('Ana Petrov', { address: '12 Pine St, Oakland' });
    await page.goto('/');
    await row('Ana Petrov').waitFor();
    const again = { phone: undefined, email: undefined, address: '12 Pine St, Oakland' };
    const second = await capture('Ana Petrof', { ...again, email: 'ana@example.com' });
    assert.equal(second.duplicate_of, first.lead_id, 'the two look alike');
    await page.getByRole('button', { name: 'Everyone' }).click();
    await page.getByRole('button', { name: '1 new' }).click();
    await row('Ana Petrof').getByText('Same person as Ana Petrov').waitFor();
    await assertAccessible(page);
    await select('Ana Petrof');
    const pressed = await doJob(4, page, async () => {
      await page.keyboard.press('d');
      await page.getByText('Merged with Ana Petrov.').waitFor();
    });
    assert.deepEqual(pressed, ['d']);
    const { body } = await stand.organization.api.get(`/v1/leads/${second.lead_id}`);
    assert.equal(body.merged_into, first.lead_id);
  });

  it('decides with one key that two people are not the same', async () => {
    const address = '7 Oak Ave, Oakland';
    await capture('Ida Berg', { address });
    const again = { phone: undefined, email: 'ida@example.com', address };
    const { lead_id } = await capture('Ida Burg', again);
    await page.goto('/');
    await row('Ida Burg').getByText('Same person as Ida Berg').waitFor();
    await select('Ida Burg');
    const pressed = await doJob(4, page, async () => {
      await page.keyboard.press('x');
      await page.getByText('Two different people.').waitFor();
    });
    assert.deepEqual(pressed, ['x']);
    const { body } = await stand.organization.api.get(`/v1/leads/${lead_id}`);
    assert.equal(body.merged_into, null);
    await row('Ida Burg').getByText('Same person as').waitFor({ state: 'detached' });
  });

  it('finds anyone by either half of the phone number', async () => {
    await capture('Noor Haddad', { phone: '+16502530199' });
    for (const half of ['650253', '30199']) {
      await page.goto('/');
      await row('Dana Whitfield').waitFor();
      const pressed = await doJob(9, page, async () => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type(half);
        await page.getByRole('option', { name: /Noor Haddad/ }).waitFor();
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { name: 'Noor Haddad' }).waitFor();
      });
      assert.deepEqual(pressed, ['Control+k', 'Enter']);
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type('30199');
    await page.getByRole('option', { name: /Noor Haddad/ }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
  });

  it('loses no letter that is typed before the window to find is loaded', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.evaluate(
      'navigator.serviceWorker.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister())))',
    );
    // Its scripts come from the network then, where the test can hold them back.
    await page.addInitScript('delete Navigator.prototype.serviceWorker');
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/palette-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('cala');
    await page.keyboard.press('Backspace');
    assert.equal(await page.getByRole('combobox').count(), 0);
    held.resolve();
    const field = page.getByRole('combobox');
    await field.waitFor();
    await page.keyboard.type('endar');
    assert.equal(await field.inputValue(), 'calendar');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Calendar/ }).waitFor();
  });

  it('recognizes a caller while the phone number is typed', async () => {
    await page.keyboard.press('n');
    await page.getByLabel('Phone').fill('(415) 555-1001');
    await page.getByText('Has asked before: Dana Whitfield').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
  });

  it('takes down a caller without touching the mouse', async () => {
    const pressed = await doJob(3, page, async () => {
      await page.keyboard.press('n');
      await page.getByLabel('Phone').waitFor();
      await page.keyboard.type('(415) 555-1001');
      await page.getByText('Has asked before: Dana Whitfield').waitFor();
      // The way to what is known of the caller comes first.
      for (const typed of ['', 'Dana Whitfield', 'Drain cleaning']) {
        await page.keyboard.press('Tab');
        await page.keyboard.type(typed);
      }
      await page.keyboard.press('Enter');
      await page.getByText('Drain cleaning').first().waitFor();
    });
    assert.deepEqual(pressed, ['n', 'Tab', 'Tab', 'Tab', 'Enter']);
    const leads = await leadsOf('Dana Whitfield');
    assert.equal(leads[0].service_needed, 'drain_cleaning');
  });
});
