import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { created } from '../../../server/testing/created.ts';
import { eventually } from '../../../server/testing/eventually.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { PASSWORD, type Person, useStand } from '../../testing/stand.ts';

/** Larger than a screen: drawn by the browser itself, because a photo of that size is no text. */
const LARGE_PHOTO = `(async () => {
  const canvas = new OffscreenCanvas(2400, 1200);
  canvas.getContext('2d').fillRect(0, 0, 2400, 1200);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
})()`;

async function isStored(part: string): Promise<boolean> {
  const cache = await caches.open('throughline-console');
  return (await cache.keys()).some(({ url }) => url.includes(part));
}

describe('a job without signal', () => {
  const stand = useStand({ goesOffline: true });
  let person: Person;
  let page: Page;
  let jobId = '';

  const job = async () => (await stand.organization.api.get(`/v1/jobs/${jobId}`)).body;
  const listOf = async (what: 'notes' | 'attachments') =>
    (await stand.organization.api.get(`/v1/jobs/${jobId}/${what}`)).body.data;
  const signal = (isOn: boolean) => page.context().setOffline(!isOn);
  const part = (name: string, on = page) => on.getByRole('region', { name });
  const addPhoto = async (name: string) => {
    const content = String(await page.evaluate(LARGE_PHOTO));
    const buffer = Buffer.from(content, 'base64');
    await page.getByLabel('Add photos').setInputFiles({ name, mimeType: 'image/png', buffer });
  };

  before(async () => {
    person = await stand.signedIn('technician', { name: 'Dmitri Volkov' });
    ({ page } = person);
    const { api } = stand.organization;
    const lead = { name: 'Carla Novotny', phone: '+14155550134', service_needed: 'hvac' };
    const { lead_id } = await created(api.post('/v1/leads', lead));
    const body = { lead_id, title: 'Replace the blower', assigned_to: person.userId };
    jobId = (await created(api.post('/v1/jobs', body))).job_id;
    await created(api.post(`/v1/jobs/${jobId}/checklist`, { title: 'Power is off' }));
    await page.evaluate('navigator.serviceWorker.ready');
    // The first visit has loaded the page before there was a service worker; the next ones go through it.
    await page.reload();
    await page.getByRole('heading', { name: 'My day' }).waitFor();
    await page.goto(`/jobs/${jobId}`);
    await page.getByRole('heading', { name: 'Replace the blower' }).waitFor();
    // What is loaded after the first screen is also there without signal.
    await eventually(() => page.evaluate(isStored, 'waiting-changes'));
  });

  it('keeps ticks, notes and photos, and marks each as not sent where it is shown', async () => {
    await signal(false);
    await page.getByLabel('Power is off').click();
    await part('Checklist').getByText('1 of 1 done').waitFor();
    await part('Checklist').getByText('Not sent yet').waitFor();
    await page.getByLabel('New note').fill('Valve is rusty');
    await page.getByRole('button', { name: 'Save the note' }).click();
    await part('Notes').getByRole('listitem').getByText('Valve is rusty').waitFor();
    await part('Notes').getByText('Not sent yet').waitFor();
    await addPhoto('blower.png');
    await part('Photos and files').getByText('blower.png').waitFor();
    await part('Photos and files').getByText('Not sent yet').waitFor();
    await page.getByRole('button', { name: '3 waiting' }).waitFor();
    await assertAccessible(page);
    assert.equal((await job()).checklist[0].checked_at, null);
  });

  it('still has them after a reload, the photo as it was taken', async () => {
    await page.reload();
    await page.getByRole('button', { name: '3 waiting' }).waitFor();
    await page.getByRole('checkbox', { name: 'Power is off', checked: true }).waitFor();
    await part('Notes').getByRole('listitem').getByText('Valve is rusty').waitFor();
    const photo = part('Photos and files').locator('img');
    const width = () =>
      photo.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0));
    await eventually(async () => (await width()) === 1600);
  });

  it('says on every other screen how much waits', async () => {
    await page.getByRole('link', { name: 'My day' }).click();
    await page.getByText('3 changes wait for a connection.').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: '3 waiting' }).waitFor();
  });

  it('sends each of them once when there is signal again, even if a response is lost', async () => {
    let lost = 0;
    await page.route('**/v1/jobs/*/notes', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort('internetdisconnected');
    });
    await signal(true);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await page.getByRole('link', { name: 'blower.png' }).waitFor();
    await page.getByText('Not sent yet').first().waitFor({ state: 'detached' });
    assert.equal(lost, 1);
    await page.reload();
    await page.getByRole('link', { name: 'blower.png' }).waitFor();
    assert.equal(await page.getByText('Not sent yet').count(), 0);
    assert.notEqual((await job()).checklist[0].checked_at, null);
    const texts = (await listOf('notes')).map((note: { text: string }) => note.text);
    assert.deepEqual(texts, ['Valve is rusty'], 'once');
    const photos = (await listOf('attachments')).map(
      ({ kind, name }: { kind: string; name: string }) => [kind, name],
    );
    assert.deepEqual(photos, [['photo', 'blower.png']], 'once');
  });

  it('sends them from another screen, if the page of the job was left', async () => {
    // A screen that was opened before can be opened without signal.
    await page.goto('/jobs');
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    await page.goto(`/jobs/${jobId}`);
    await page.getByRole('heading', { name: 'Replace the blower' }).waitFor();
    await signal(false);
    await page.getByLabel('New note').fill('Back on Friday');
    await page.getByRole('button', { name: 'Save the note' }).click();
    await page.getByRole('button', { name: '1 waiting' }).waitFor();
    await page.goto('/jobs');
    await page.getByText('1 change waits for a connection.').waitFor();
    await signal(true);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await eventually(async () => (await listOf('notes')).length === 2);
    await page.goto(`/jobs/${jobId}`);
    await part('Notes').getByText('Back on Friday').waitFor();
  });

  it('keeps what the service refuses, with its words, until the person decides on any screen', async () => {
    await signal(false);
    await page.getByLabel('New note').fill('Paid in cash');
    await page.getByRole('button', { name: 'Save the note' }).click();
    await page.getByRole('button', { name: '1 waiting' }).waitFor();
    // Someone else does this job now.
    const other = { name: 'Priya Shah', email: 'priya@example.com', role: 'technician' };
    const { user_id } = await created(stand.organization.api.post('/v1/users', other));
    const given = await stand.organization.api.patch(`/v1/jobs/${jobId}`, { assigned_to: user_id });
    assert.equal(given.status, 200);
    await signal(true);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await part('Notes').getByText('Needs you').waitFor();
    await page.goto('/jobs');
    await page.getByRole('button', { name: '1 need you' }).click();
    const dialog = page.getByRole('dialog', { name: 'Not sent yet' });
    await dialog.getByText('Paid in cash').waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: '1 need you' }).waitFor({ state: 'detached' });
    assert.equal((await listOf('notes')).length, 2);
  });

  it('says when a file is not a picture', async () => {
    const { page: office } = await stand.signedIn('dispatcher');
    await office.goto(`/jobs/${jobId}`);
    const buffer = Buffer.from('no picture');
    const file = { name: 'plan.jpg', mimeType: 'image/jpeg', buffer };
    await office.getByLabel('Add photos').setInputFiles(file);
    await office.getByText('plan.jpg is not a picture that this browser can open.').waitFor();
    assert.equal((await listOf('attachments')).length, 1);
  });

  it('sends nothing in the name of the next person at the same browser', async () => {
    const ana = await stand.signedIn('dispatcher', { name: 'Ana Petrov' });
    const tom = await stand.signedIn('dispatcher', { name: 'Tom Baker' });
    const shared = ana.page;
    const authorsOf = async (text: string) =>
      (await listOf('notes')).flatMap((note: { text: string; author: string }) =>
        note.text === text ? [note.author] : [],
      );
    const write = async (text: string) => {
      await shared.getByLabel('New note').fill(text);
      await shared.getByRole('button', { name: 'Save the note' }).click();
    };
    const signInAs = async ({ email }: Person) => {
      await shared.getByLabel('Email address').fill(email);
      await shared.getByLabel('Password').fill(PASSWORD);
      await shared.getByRole('button', { name: 'Sign in', exact: true }).click();
      await part('Notes', shared).waitFor();
    };
    await shared.goto(`/jobs/${jobId}`);
    await shared.route('**/v1/jobs/*/notes', (route) =>
      route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
    );
    await write('By Ana');
    await shared.getByRole('button', { name: '1 waiting' }).waitFor();
    await shared.getByRole('button', { name: 'Ana Petrov' }).click();
    await shared.getByRole('menuitem', { name: 'Sign out' }).click();
    await signInAs(tom);
    await shared.unroute('**/v1/jobs/*/notes');
    await write('By Tom');
    await shared.evaluate(`dispatchEvent(new Event('online'))`);
    await eventually(async () => (await authorsOf('By Tom')).length === 1);
    assert.deepEqual(await authorsOf('By Ana'), []);
    await shared.getByRole('button', { name: 'Tom Baker' }).click();
    await shared.getByRole('menuitem', { name: 'Sign out' }).click();
    await signInAs(ana);
    await shared.evaluate(`dispatchEvent(new Event('online'))`);
    await eventually(async () => (await authorsOf('By Ana')).length === 1);
    assert.deepEqual(await authorsOf('By Ana'), ['Ana Petrov']);
  });
});
