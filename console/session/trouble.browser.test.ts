import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { created } from '../../server/testing/created.ts';
import { assertAccessible } from '../testing/accessible.ts';
import { useStand } from '../testing/stand.ts';

/** A session ends when it was not used for thirty days. */
const IDLE_DAYS = 31;

let people = 0;
function newLead(name: string) {
  people += 1;
  return { name, phone: `+1415555${String(2000 + people)}`, service_needed: 'roof_repair' };
}

/** The form of a new lead, filled in and not sent. */
async function type(page: Page, { name, phone, service_needed }: ReturnType<typeof newLead>) {
  await page.keyboard.press('n');
  await page.getByLabel('Phone').fill(phone);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('What is needed').fill(service_needed);
  await page.getByLabel('Notes').fill('Call after five.\nThe dog is friendly.');
}

async function assertTyped(page: Page, { name, phone }: ReturnType<typeof newLead>) {
  const field = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
  assert.deepEqual(
    [await field('Phone'), await field('Name'), await field('Notes')],
    [phone, name, 'Call after five.\nThe dog is friendly.'],
  );
}

describe('a service that stops and starts again', () => {
  const stand = useStand({ goesOffline: true, failsRequests: true });

  it('is missed with a notice, loses nothing that was typed, and is followed live again', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const { api } = stand.organization;
    const first = await created(api.post('/v1/leads', newLead('Carla Novotny')));
    await page.getByRole('link', { name: 'Carla Novotny' }).waitFor();
    const typed = newLead('Dana Whitfield');
    await type(page, typed);
    const notice = page.getByText(/^Offline since /);
    const save = page.getByRole('button', { name: 'Save the lead' });

    await stand.service.restart(async () => {
      await notice.waitFor();
      await save.click();
      await page.getByText('The service does not respond.').waitFor();
      await assertTyped(page, typed);
    });

    await notice.waitFor({ state: 'detached' });
    await assertTyped(page, typed);
    await save.click();
    await page.getByRole('heading', { name: 'Dana Whitfield' }).waitFor();
    const { body } = await api.get('/v1/leads?limit=200');
    assert.equal(body.data.filter(({ name }: { name: string }) => name === typed.name).length, 1);

    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('link', { name: 'Carla Novotny' }).waitFor();
    await api.patch(`/v1/leads/${first.lead_id}`, { name: 'Carla Novotny-Reyes' });
    await page.getByRole('link', { name: 'Carla Novotny-Reyes' }).waitFor();
  });

  it('shows what happened while the page could not reach it', async () => {
    const { api } = stand.organization;
    const { lead_id } = await created(api.post('/v1/leads', newLead('Sam Ortiz')));
    const { page } = await stand.signedIn('dispatcher');
    await page.getByRole('link', { name: 'Sam Ortiz' }).waitFor();
    await stand.service.restart(async () => {
      await page.getByText(/^Offline since /).waitFor();
      // As another server of the same company would have done it meanwhile.
      await stand.service.owner.query(
        `update leads set name = 'Sam Ortiz Junior', updated_at = now() + interval '1 year'
         where name = 'Sam Ortiz'`,
      );
    });
    await page.getByRole('link', { name: 'Sam Ortiz Junior' }).waitFor();
    assert.equal((await api.get(`/v1/leads/${lead_id}`)).body.name, 'Sam Ortiz Junior');
  });
});

describe('a session that ends while something is typed', () => {
  const stand = useStand();

  it('is renewed over the page, and the request is sent with what was typed', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const typed = newLead('Mia Chen');
    await type(page, typed);
    stand.service.clock.advance(IDLE_DAYS * 24 * 60 * 60 * 1000);
    // The stream may notice it first: then the sign-in is already over the button.
    await page.getByText('Save the lead').dispatchEvent('click');
    const again = page.getByRole('dialog', { name: 'Sign in' });
    await again.getByLabel('Password').waitFor();
    await assertAccessible(page);
    await again.getByLabel('Password').fill('a long sentence that only I know');
    await again.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Mia Chen' }).waitFor();
    const { body } = await stand.organization.api.get('/v1/leads');
    const [lead] = body.data;
    assert.equal(lead.notes, 'Call after five.\nThe dog is friendly.');
    assert.equal(body.data.length, 1, 'it was sent once');
  });
});

describe('a service whose disk is full', () => {
  const stand = useStand({ failsRequests: true });

  async function whileFull(table: string, work: () => Promise<void>): Promise<void> {
    const { owner } = stand.service;
    await owner.query(
      `create function refuse() returns trigger language plpgsql as $$
       begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
    );
    await owner.query(
      `create trigger refuse before insert or update on ${table} execute function refuse()`,
    );
    try {
      await work();
    } finally {
      await owner.query('drop function refuse cascade');
    }
  }

  it('says what to do, keeps what was typed, and saves it later', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const typed = newLead('Eli Park');
    await type(page, typed);
    const save = page.getByRole('button', { name: 'Save the lead' });
    await whileFull('leads', async () => {
      await save.click();
      const alert = page.getByRole('alert');
      await alert.getByText(/Nothing was saved, because the service has no space left\./).waitFor();
      await assertTyped(page, typed);
      await assertAccessible(page);
    });
    await save.click();
    await page.getByRole('heading', { name: 'Eli Park' }).waitFor();
  });

  it('gives a note back that it could not save', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const lead = await created(stand.organization.api.post('/v1/leads', newLead('Fay Ito')));
    await page.goto(`/n/${lead.lifecycle_number}`);
    await page.getByRole('heading', { name: 'Fay Ito' }).waitFor();
    await page.keyboard.press('o');
    await page.getByLabel('Note', { exact: true }).fill('Wants it in green.');
    const save = page.getByRole('button', { name: 'Save the note' });
    await whileFull('communications', async () => {
      await save.click();
      await page.getByText(/the service has no space left\./).waitFor();
      const kept = page.getByLabel('Note', { exact: true });
      assert.equal(await kept.inputValue(), 'Wants it in green.');
    });
    await save.click();
    await page.getByText('Saved.').first().waitFor();
    const { body } = await stand.organization.api.get(`/v1/lifecycles/${lead.lifecycle_number}`);
    assert.equal(body.communications[0].body, 'Wants it in green.');
  });
});
