import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { created } from '../../../server/testing/created.ts';
import { type Receiver, startReceiver } from '../../../server/testing/playbooks.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

describe('the developers’ screen', () => {
  const stand = useStand();
  let page: Page;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver();
    ({ page } = await stand.signedIn('owner'));
  });
  after(() => receiver.stop());

  const newEndpoint = async (description: string) => {
    await page.goto('/developers');
    await page.getByRole('button', { name: 'New endpoint' }).first().click();
    await page.getByLabel('Address').fill(`${receiver.url}/hook`);
    await page.getByLabel('What it is for').fill(description);
  };

  it('creates an endpoint for chosen events, and shows its secret once', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.getByText('No system gets events yet.').waitFor();
    await assertAccessible(page);
    await newEndpoint('The CRM');
    await page.getByLabel('Address').fill('ftp://nothing');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByLabel('Address').and(page.locator('[aria-invalid=true]')).waitFor();
    await page.getByLabel('Address').fill(`${receiver.url}/hook`);
    await page.getByLabel('Events').first().selectOption('Lead: everything');
    await page.getByRole('button', { name: 'Remove Lead: everything' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Create' }).click();
    const dialog = page.getByRole('dialog', { name: 'Signing secret' });
    assert.match(await dialog.getByLabel('Secret', { exact: true }).inputValue(), /^whsec_/);
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('row', { name: /Lead: everything/ }).waitFor();
    await page.getByText('Nothing sent yet').waitFor();
  });

  it('sends a test, and shows each attempt with its response', async () => {
    receiver.answer = (_request, response) => {
      response.writeHead(200).end('thank you');
    };
    await page.goto('/developers');
    await page.getByRole('link', { name: `${receiver.url}/hook` }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const table = page.getByRole('table', { name: 'Deliveries' });
    await table.getByText('Delivered').waitFor({ timeout: 30_000 });
    await page.getByText('Working').waitFor();
    await assertAccessible(page);
    await table.getByRole('button', { name: /^Example sent|^Lead qualified/ }).click();
    await page.getByText('thank you').waitFor();
    await page.getByRole('region', { name: 'Event as JSON' }).waitFor();
    await assertAccessible(page);
    assert.equal(await page.getByRole('button', { name: 'Send again' }).count(), 0);
    await page.keyboard.press('Escape');
  });

  it('shows what fails, tries it now, and sends a range again with its progress', async () => {
    receiver.answer = (_request, response) => {
      response.writeHead(500).end('out of order');
    };
    const lead = await created(
      stand.organization.api.post('/v1/leads', {
        name: 'Dana Whitfield',
        phone: '+14155550101',
        service_needed: 'roof_repair',
        source: 'phone',
      }),
    );
    const row = page.getByRole('row', {
      name: new RegExp(`Lead created.*${lead.lifecycle_number}`),
    });
    await row.getByText('500').waitFor({ timeout: 30_000 });
    await page.getByText(/Failing since/).waitFor();
    await row.getByRole('button').click();
    await page.getByText('out of order').first().waitFor();
    await page.getByRole('button', { name: 'Try now' }).waitFor();
    receiver.answer = (_request, response) => {
      response.writeHead(204).end();
    };
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.getByRole('dialog').getByText('204').waitFor({ timeout: 30_000 });
    await page.keyboard.press('Escape');
    await row.getByText('Delivered').waitFor();
    const sent = () => receiver.received.filter(({ body }) => body.includes('"lead.created"'));
    const before = sent().length;
    await row.getByRole('button').click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The event is sent again.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('1 of 1 done').waitFor({ timeout: 30_000 });
    assert.equal(sent().length, before + 1);

    await page.getByRole('button', { name: 'Send events again' }).click();
    await page.getByLabel('A range of the log').check();
    await page.getByLabel('From event number').fill('5');
    await page.getByLabel('To event number').fill('4');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByLabel('To event number').and(page.locator('[aria-invalid=true]')).waitFor();
    await page.getByLabel('From event number').fill('1');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Send again' }).click();
    const replay = page.getByRole('listitem').filter({ hasText: /Events 1 to 4/ });
    await replay.getByText(/^(\d+) of \1 done/).waitFor({ timeout: 30_000 });
  });

  it('changes an endpoint, turns it off with undo, and asks before a new secret and deleting', async () => {
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByLabel('What it is for').fill('The new CRM');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'The new CRM' }).waitFor();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByText('Turned off by a user').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Turn off' }).waitFor();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'New secret' }).click();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Create a new secret' }).click();
    await page.getByRole('dialog', { name: 'Signing secret' }).waitFor();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText(/The previous secret is valid until/).waitFor();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the endpoint' }).click();
    await page.getByText('No system gets events yet.').waitFor();
  });

  it('shows events as they happen, by type and number, as JSON', async () => {
    await page.getByRole('link', { name: 'Events' }).click();
    const table = page.getByRole('table', { name: 'Live log' });
    await table.getByText(/^lead\.created, event/).waitFor();
    await assertAccessible(page);
    const lead = await created(
      stand.organization.api.post('/v1/leads', {
        name: 'Carlos Ruiz',
        phone: '+14155550102',
        service_needed: 'roof_repair',
        source: 'phone',
      }),
    );
    const row = table.getByRole('row', { name: new RegExp(lead.lifecycle_number) }).first();
    await row.waitFor();
    await page.getByLabel('Event', { exact: true }).selectOption('Lead created');
    await table.getByText(/lead\.qualified/).waitFor({ state: 'detached' });
    await page.getByLabel('Number').fill(lead.lifecycle_number);
    await page.getByLabel('Number').press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
    await table.getByRole('button').click();
    await page.getByText('"name": "Carlos Ruiz"').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.reload();
    await table.getByText(/^lead\.created, event/).waitFor();
  });

  it('pauses the log, counts what waits, and sends an example', async () => {
    await page.goto('/developers/events');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Send an example' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText(/^\d+ new events?$/).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page
      .getByRole('table')
      .getByText(/^example\.sent, event/)
      .first()
      .waitFor();
  });

  it('says that no task has failed', async () => {
    await page.getByRole('link', { name: 'Failed tasks' }).click();
    await page.getByText('No task has failed.').waitFor();
    await assertAccessible(page);
  });

  it('can be read by a dispatcher without its buttons, and not by a technician', async () => {
    const dispatcher = await stand.signedIn('dispatcher');
    await dispatcher.page.goto('/developers');
    await dispatcher.page.getByText('No system gets events yet.').waitFor();
    assert.equal(await dispatcher.page.getByRole('button', { name: 'New endpoint' }).count(), 0);
    const technician = await stand.signedIn('technician');
    await technician.page.goto('/developers');
    await technician.page.getByText('You do not have access to this page.').waitFor();
  });
});
