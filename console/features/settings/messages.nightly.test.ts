import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { created } from '../../../server/testing/created.ts';
import { eventually } from '../../../server/testing/eventually.ts';
import { freshLead } from '../../../server/testing/leads.ts';
import { type MailServer, startMailServer } from '../../../server/testing/mail-server.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

const BRAND = { color: '#7a1fa2', rgb: 'rgb(122, 31, 162)' };
const backgroundOf = (element: Locator) =>
  element.evaluate((one) => getComputedStyle(one).backgroundColor);

describe('the settings of messages', () => {
  const stand = useStand();
  let mail: MailServer;
  before(async () => {
    mail = await startMailServer();
  });
  after(() => mail.stop());

  it('connect a mail server, and show live whether a test arrives', async () => {
    const { page } = await stand.signedIn('owner');
    await page.goto('/settings/channels');
    await page.getByText('Without them, no email and no text leaves.').waitFor();
    await page.getByRole('button', { name: 'New channel' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New channel' });
    await dialog.getByLabel('Name', { exact: true }).fill('Office email');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const host = dialog.getByLabel('Mail server');
    await host.and(page.locator('[aria-invalid=true]')).waitFor();
    await host.fill('127.0.0.1');
    await dialog.getByLabel('Port').fill(String(mail.port));
    await dialog.getByLabel('Sender address').fill('office@example.com');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();

    const list = page.getByRole('list', { name: 'Channels' });
    await list.getByRole('button', { name: 'Send a test' }).click();
    const test = page.getByRole('dialog', { name: 'Test of Office email' });
    await test.getByLabel('Email address of the recipient').fill('ana@example.com');
    await test.getByRole('button', { name: 'Send' }).click();
    await test.getByText('Accepted by the server.').waitFor();
    await assertAccessible(page);
    assert.equal(mail.mails[0]?.to, 'ana@example.com');
    await test.getByRole('button', { name: 'Close' }).click();
    await list.getByRole('button', { name: 'Turn off' }).click();
    await list.getByText('Off', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await list.getByText('Active', { exact: true }).waitFor();
  });

  it('show a template as a person will read it, while it is typed, in each language', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await page.goto('/settings/templates/new');
    await page.getByLabel('Name').fill('On the way');
    const standard = page.getByRole('region', { name: 'Standard' });
    await standard.getByLabel('Text', { exact: true }).fill('Hi ');
    await standard.getByLabel('Insert a variable').selectOption('lead.name');
    await standard.getByText('Hi Dana Whitfield').waitFor();
    await standard.getByText('17 characters, 1 text').waitFor();
    await standard.getByLabel('Text', { exact: true }).fill('Hi {{ lead.shoe_size }}');
    await standard.getByText(/This does not work yet/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await standard.getByText(/Unknown variable lead.shoe_size/).waitFor();
    await standard.getByLabel('Text', { exact: true }).fill('Hi {{ lead.name }}');

    await page.getByRole('button', { name: 'Add a language' }).click();
    await page.getByRole('menuitem', { name: 'Spanish' }).click();
    const spanish = page.getByRole('region', { name: 'Spanish' });
    await spanish.getByLabel('Text', { exact: true }).fill('Hola {{ lead.name }}');
    await spanish.getByText('Hola Dana Whitfield').waitFor();

    const lead = await created(
      stand.organization.api.post('/v1/leads', freshLead({ name: 'Inés Ortega', language: 'es' })),
    );
    const forContact = page.getByRole('region', { name: 'See it for a contact' });
    await forContact.getByLabel('Lifecycle number').fill('1');
    await forContact.getByRole('button', { name: 'Show' }).click();
    await forContact.getByText(/There is no lifecycle/).waitFor();
    await forContact.getByLabel('Lifecycle number').fill(lead.lifecycle_number);
    await forContact.getByRole('button', { name: 'Show' }).click();
    await forContact.getByText('Hola Inés Ortega').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'On the way' }).waitFor();
    const { body } = await stand.organization.api.get('/v1/templates');
    const saved = body.data.find((one: { name: string }) => one.name === 'On the way');
    assert.equal(saved.translations.es.body, 'Hola {{ lead.name }}');
  });

  it('create a form, with its page beside it while it is typed, and its code to copy', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await stand.organization.api.patch('/v1/organization', { brand_color: BRAND.color });
    await page.goto('/settings/forms/new');
    await page.getByLabel('Name').fill('Website');
    await page.getByLabel('Heading', { exact: true }).fill('Ask us');
    await page.getByRole('textbox', { name: 'Service 1' }).fill('Furnace repair');
    await page.getByRole('button', { name: 'Add a service' }).click();
    await page.getByRole('textbox', { name: 'Service 2' }).fill('AC repair');
    const frame = page.frameLocator('iframe[title=Preview]');
    await frame.getByRole('heading', { name: 'Ask us' }).waitFor();
    await page.getByRole('button', { name: 'Move AC repair up' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Form Website is saved.').waitFor();
    await eventually(async () => {
      const services = await frame.getByRole('combobox').locator('option').allTextContents();
      return services.slice(-2).join() === 'AC repair,Furnace repair';
    });
    const html = await page.getByRole('textbox', { name: /HTML that shows/ }).inputValue();
    assert.match(html, /<iframe/);
    await assertAccessible(page);
    // No script may run in the preview, so axe looks at the same page where visitors see it.
    assert.equal(await page.locator('iframe[title=Preview]').getAttribute('sandbox'), '');
    const visitor = await stand.newPage();
    await visitor.goto((await page.locator('a[href^="/f/"]').getAttribute('href')) ?? '');
    await visitor.getByRole('heading', { name: 'Ask us' }).waitFor();
    await assertAccessible(visitor);

    const heading = page.getByLabel('Heading', { exact: true });
    await heading.fill('Ask us anything');
    await frame.getByRole('heading', { name: 'Ask us anything' }).waitFor();
    // The page has the style of a real one: the policy of the console allows it.
    const button = frame.getByRole('button', { name: 'Send' });
    assert.equal(await button.evaluate((one) => getComputedStyle(one).borderTopStyle), 'solid');
    const ofVisitor = visitor.getByRole('button', { name: 'Send' });
    for (const one of [button, ofVisitor]) assert.equal(await backgroundOf(one), BRAND.rgb);
    await heading.fill('');
    await page.getByText(/this is the page before/).waitFor();
    await heading.fill('Ask us anything');
    await page.getByRole('button', { name: 'Save' }).click();
    // The notice that it was created may still be there, but has nothing to undo.
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('Control+z');
    await frame.getByRole('heading', { name: 'Ask us', exact: true }).waitFor();
    assert.equal(await heading.inputValue(), 'Ask us');
  });

  it('record an opt-out, find it, and revoke it with evidence', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await created(
      stand.organization.api.post('/v1/opt-outs', {
        channel: 'email',
        address: 'other@example.com',
        source: 'An email',
      }),
    );
    await page.goto('/settings/opt-outs');
    await page.getByRole('button', { name: 'Add an opt-out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an opt-out' });
    await dialog.getByLabel('Phone number or email address').fill('+1 415 555 0134');
    await dialog.getByLabel('How they said it').fill('Told Ana on the phone');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Add an opt-out' }).click();
    const list = page.getByRole('list', { name: 'Opt-outs' });
    await list.getByText('+14155550134').waitFor();
    await page.getByRole('searchbox').fill('(415) 555-0134');
    await list.getByText('other@example.com').waitFor({ state: 'detached' });
    await list.getByRole('button', { name: 'Revoke the opt-out of +14155550134' }).click();
    const revoke = page.getByRole('dialog');
    await revoke.getByLabel(/How and when/).fill('Called on Monday and asked for reminders');
    await revoke.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No one has opted out.').waitFor();
    await page.getByLabel('Show').selectOption('Revoked');
    await page.getByText(/Called on Monday/).waitFor();
  });
});
