import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { created } from '../../../server/testing/created.ts';
import { eventually } from '../../../server/testing/eventually.ts';
import {
  GATEWAY_SECRET,
  type SmsGateway,
  startSmsGateway,
} from '../../../server/testing/sms-gateway.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';
import { doJob } from '../../testing/twelve-jobs.ts';

const HOUR = 60 * 60 * 1000;

describe('the page of a number', () => {
  const stand = useStand();
  let gateway: SmsGateway;
  let page: Page;

  const post = (path: string, body?: object) => created(stand.organization.api.post(path, body));
  /** A visit tomorrow at nine. It is Monday at eight, so the reminder is due in an hour. */
  const visitOf = async (name: string, phone: string) => {
    const lead = await post('/v1/leads', {
      name,
      phone,
      service_needed: 'ac_repair',
      attribution: { utm_source: 'google', gclid: 'Cj0KCQ' },
      metadata: { house_age: '40 years' },
    });
    const { lifecycle_number } = lead;
    await post('/v1/appointments', { lifecycle_number, starts_at: '2027-03-02T09:00:00-08:00' });
    return lead;
  };
  const messages = () => page.getByRole('region', { name: 'Messages' });

  before(async () => {
    gateway = await startSmsGateway();
    const settings = { url: gateway.url, secret: GATEWAY_SECRET, from_number: '+14155550100' };
    await post('/v1/channels', { kind: 'sms_gateway', settings });
    const { api } = stand.organization;
    const { body } = await api.get('/v1/playbooks?limit=200');
    const reminder = body.data.find(({ key }: { key: string }) => key === 'visit_reminder');
    await api.patch(`/v1/playbooks/${reminder.playbook_id}`, { enabled: true });
    ({ page } = await stand.signedIn('dispatcher'));
  });
  after(() => gateway.stop());

  it('says whether the reminder went out, and why if it did not', async () => {
    const carla = await visitOf('Carla Novotny', '+14155550134');
    const { lead_id } = await visitOf('Sam Ortiz', '+14155550135');
    await post('/v1/opt-outs', { channel: 'sms', lead_id, source: 'Phone call' });

    await page.goto(`/n/${carla.lifecycle_number}`);
    const runs = page.getByRole('region', { name: 'Playbook runs' });
    await runs.getByText(/^Waits until .*9:00/).waitFor();
    stand.service.clock.advance(2 * HOUR);
    await eventually(() => gateway.requests.length > 0);
    await messages().getByText('Sent', { exact: true }).waitFor();
    await assertAccessible(page);

    for (const [typed, name, state, about] of [
      ['carla', 'Carla Novotny', 'Sent', /reminder of your visit/],
      ['ortiz', 'Sam Ortiz', 'Not sent', 'Opted out'],
    ] as const) {
      await page.goto('/');
      await page.getByRole('heading', { name: 'Inbox' }).waitFor();
      const pressed = await doJob(12, page, async () => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type(typed);
        await page.getByRole('option', { name: new RegExp(name) }).waitFor();
        await page.keyboard.press('Enter');
        await messages().getByText(state, { exact: true }).waitFor();
        await messages().getByText(about).waitFor();
      });
      assert.deepEqual(pressed, ['Control+k', 'Enter']);
    }
    await assertAccessible(page);
  });

  it('assigns the number to a person with A, and shows who looks after it', async () => {
    const { lifecycle_number } = await visitOf('Mia Chen', '+14155550136');
    await page.goto(`/n/${lifecycle_number}`);
    await page.getByRole('heading', { name: 'Mia Chen' }).waitFor();
    await page.keyboard.press('a');
    await page.getByRole('option', { name: /Rosa Delgado/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Mia Chen: assigned to Rosa Delgado.').waitFor();
    const contact = page.getByRole('region', { name: 'Contact' });
    await contact.getByText('Rosa Delgado').waitFor();
    const origin = page.getByRole('region', { name: 'Where it came from' });
    assert.deepEqual(await origin.getByRole('term').allInnerTexts(), [
      'Sent by',
      'Google click',
      'house_age',
    ]);
    await origin.getByText('40 years').waitFor();
  });

  it('corrects how a person can be reached and what they allow, and marks the lead as lost', async () => {
    const { lifecycle_number, lead_id } = await visitOf('Dora Quigley', '+14155550138');
    await page.goto(`/n/${lifecycle_number}`);
    const contact = page.getByRole('region', { name: 'Contact' });
    await contact.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit the contact' });
    await edit.getByLabel('Phone').fill('12');
    await edit.getByLabel('Language').selectOption('Spanish');
    await edit.getByLabel('Texts').selectOption('Not allowed');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByLabel('Phone').and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await edit.getByLabel('Phone').fill('(415) 555-0139');
    await edit.getByRole('button', { name: 'Save' }).click();
    await contact.getByText('+14155550139').waitFor();
    await contact.getByText('Texts: not allowed').waitFor();
    await contact.getByText('Spanish').waitFor();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Mark as lost' }).click();
    const lose = page.getByRole('dialog', { name: 'Mark as lost: Dora Quigley' });
    await lose.getByRole('button', { name: 'Mark as lost' }).click();
    await lose.getByLabel('Reason').and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await lose.getByLabel('Reason').fill('Too expensive');
    await lose.getByRole('button', { name: 'Mark as lost' }).click();
    await page.getByText('Lost', { exact: true }).waitFor();
    await contact.getByText('Too expensive').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Reopen the lead' }).click();
    await page.getByText('Lost', { exact: true }).waitFor({ state: 'detached' });
    assert.equal(await contact.getByRole('button', { name: 'Link for the customer' }).count(), 0);

    await post(`/v1/leads/${lead_id}/convert`);
    await contact.getByRole('button', { name: 'Link for the customer' }).click();
    const link = page.getByRole('dialog', { name: 'Link for the customer' });
    await link.getByRole('button', { name: 'Copy a new link' }).click();
    const url = await link.getByLabel('Link', { exact: true }).inputValue();
    assert.match(await (await page.request.get(url)).text(), /\+14155550139|555-0139/);
  });

  it('corrects the campaign and the values of a lead with the keyboard alone, and undoes it', async () => {
    const { lifecycle_number, lead_id } = await visitOf('Ida Brandt', '+14155550144');
    const path = `/v1/leads/${lead_id}`;
    const { api } = stand.organization;
    const stored = async () => (await api.get(path)).body;
    const before = await stored();
    await page.goto(`/n/${lifecycle_number}`);
    const origin = page.getByRole('region', { name: 'Where it came from' });
    await origin.getByRole('button', { name: 'Edit' }).focus();
    await page.keyboard.press('Enter');
    const edit = page.getByRole('dialog', { name: 'Edit where it came from' });
    const isFocused = (label: string) =>
      edit.getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor();
    await isFocused('Campaign');
    await page.keyboard.type('Spring tune-up');
    assert.equal(await edit.getByLabel('Sent by').inputValue(), 'google');
    await edit.getByLabel('Google click').fill('x'.repeat(501));
    const add = edit.getByRole('button', { name: 'Add a value' });
    await add.focus();
    await page.keyboard.press('Enter');
    await isFocused('Name 2');
    await page.keyboard.type('house age');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Brick');
    await page.keyboard.press('Enter');
    await edit.getByText(/^Use letters, digits/).waitFor();
    await isFocused('Name 2');
    await edit.getByLabel('Name 2').fill('walls');
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await edit.getByLabel('Google click').and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await edit.getByLabel('Google click').fill('');
    await edit.getByRole('button', { name: 'Remove house_age' }).focus();
    await page.keyboard.press('Enter');
    await isFocused('Name 1');
    // Meanwhile another person adds a value, which stays.
    const { attribution } = before;
    const metadata = { ...before.metadata, pets: 'A dog' };
    assert.equal((await api.patch(path, { metadata })).status, 200);
    await page.locator('dd', { hasText: 'A dog' }).waitFor();
    await page.keyboard.press('Enter');
    await edit.waitFor({ state: 'detached' });
    await origin.getByText('Spring tune-up').waitFor();
    const { gclid: _gclid, ...others } = attribution;
    const changed = await stored();
    assert.deepEqual(changed.metadata, { pets: 'A dog', walls: 'Brick' });
    assert.deepEqual(changed.attribution, { ...others, campaign: 'Spring tune-up' });
    await page.keyboard.press('Control+z');
    await origin.getByText('40 years').waitFor();
    const undone = await stored();
    assert.deepEqual([undone.metadata, undone.attribution], [metadata, attribution]);

    const { page: seen } = await stand.signedIn('viewer');
    await seen.goto(`/n/${lifecycle_number}`);
    await seen.getByRole('region', { name: 'Where it came from' }).getByText('A dog').waitFor();
    assert.equal(await seen.getByRole('button', { name: 'Edit' }).count(), 0);
  });

  it('gives the customer a link to a visit, and revokes it', async () => {
    const { lifecycle_number } = await visitOf('Jon Park', '+14155550137');
    await page.goto(`/n/${lifecycle_number}`);
    const visits = page.getByRole('region', { name: 'Visits' });
    await visits.getByRole('button', { name: /^Link for the customer/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Link for the customer' });
    await dialog.getByText('There is no active link.').waitFor();
    await dialog.getByRole('button', { name: 'Copy a new link' }).click();
    const url = await dialog.getByLabel('Link', { exact: true }).inputValue();
    const opened = await page.request.get(url);
    assert.equal(opened.status(), 200);
    assert.match(await opened.text(), /March 2, 9:00/);
    await dialog
      .getByText(/^Created Mar 1, 2027, \d+:\d\d\sAM, works until Aug 28, 2027$/)
      .waitFor();
    await dialog.getByRole('button', { name: /^Revoke: Created/ }).click();
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await dialog.getByText('There is no active link.').waitFor();
    assert.equal((await page.request.get(url)).status(), 404);

    const viewer = await stand.signedIn('viewer');
    await viewer.page.goto(`/n/${lifecycle_number}`);
    const seen = viewer.page.getByRole('region', { name: 'Visits' });
    await seen.getByText('Booked').waitFor();
    assert.equal(await seen.getByRole('button').count(), 0, 'a viewer cannot give one');
  });

  it('books what the service needs, where someone works, and holds the time on the phone', async () => {
    for (const name of ['Bao Nguyen', 'Dmitri Volkov']) {
      const email = `${crypto.randomUUID()}@example.com`;
      await post('/v1/users', { name, email, role: 'technician' });
    }
    await post('/v1/areas', { name: 'City', postal_codes: ['972*'] });
    const questions = [{ key: 'floor', label: 'Which floor?', kind: 'text', required: false }];
    const service = { code: 'ac_repair', name: 'AC repair', duration_minutes: 90, questions };
    await post('/v1/services', { ...service, crew_size: 2, online: true });
    const lead = { name: 'Lena Fox', phone: '+14155550138', service_needed: 'ac_repair' };
    const { lifecycle_number } = await post('/v1/leads', lead);
    await page.goto(`/n/${lifecycle_number}`);
    await page.getByRole('button', { name: 'Book a visit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book a visit' });
    await dialog.getByText('Needs 2 people. Ask: Which floor?').waitFor();
    assert.equal(await dialog.getByLabel('Service').inputValue(), 'ac_repair');
    assert.equal(await dialog.getByLabel('Length').inputValue(), '90');
    await dialog.getByLabel('Postal code').fill('10001');
    await dialog.getByText(/in no area that you serve/).waitFor();
    assert.equal(await dialog.getByRole('listbox').getByRole('option').count(), 0);
    await dialog.getByLabel('Postal code').fill('97205');
    await dialog.getByRole('listbox').getByRole('option').first().waitFor();
    await assertAccessible(page);
    await dialog.getByRole('listbox').getByRole('option').first().click();

    await dialog.getByRole('button', { name: /out of the crew$/ }).waitFor();
    await dialog.getByRole('button', { name: 'Hold for 15 minutes' }).click();
    await dialog.getByText(/^Held until /).waitFor();
    await assertAccessible(page);
    await dialog.getByLabel('Notes for the technician').fill('Second floor.');
    await dialog.getByRole('button', { name: 'Book a visit' }).click();
    await page.getByText(/^Booked for/).waitFor();
    const { body } = await stand.organization.api.get(`/v1/lifecycles/${lifecycle_number}`);
    const [visit] = body.appointments;
    assert.equal(body.appointments.length, 1);
    assert.deepEqual(
      [visit.status, visit.service, visit.duration_minutes, visit.crew.length, visit.notes],
      ['booked', 'ac_repair', 90, 1, 'Second floor.'],
    );

    // A hold that is not wanted any more is given back.
    await page.getByRole('button', { name: 'Book a visit' }).click();
    await dialog.getByRole('listbox').getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Hold for 15 minutes' }).click();
    await dialog.getByText(/^Held until /).waitFor();
    await page.keyboard.press('Escape');
    await eventually(async () => {
      const held = await stand.organization.api.get('/v1/appointments?status=held');
      return held.body.data.length === 0;
    });
  });
});
