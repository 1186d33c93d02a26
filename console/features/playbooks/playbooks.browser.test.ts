import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { callBack, Playbooks } from '../../../server/testing/playbooks.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

const BRANCHED = {
  name: 'Winter check',
  trigger: { event: 'lead.qualified' },
  steps: [
    { id: 'pause', do: 'wait', with: { duration: 'PT2H' } },
    {
      id: 'has_phone',
      do: 'branch',
      when: 'lead.phone != null',
      // biome-ignore lint/suspicious/noThenProperty: it is the name in the API.
      then: [{ id: 'call', do: 'create_task', with: { title: 'Call {{ lead.name }}' } }],
      else: [{ id: 'leave', do: 'stop', with: { reason: 'no_phone' } }],
    },
  ],
};

describe('the playbooks', () => {
  const stand = useStand();
  let playbooks: Playbooks;
  let page: Page;
  before(async () => {
    playbooks = new Playbooks(stand.organization.api);
    ({ page } = await stand.signedIn('dispatcher'));
  });
  const path = () => page.getByRole('region', { name: 'Steps' });
  const card = (name: string | RegExp) => path().getByRole('button', { name });
  const open = async (playbook: { playbook_id: string }) => {
    await page.goto(`/playbooks/${playbook.playbook_id}`);
    await path().waitFor();
  };

  it('are listed with their state, and are turned on and off with undo', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    const row = page.getByRole('row', { name: /Speed to lead/ });
    await row.getByText('Off', { exact: true }).waitFor();
    await assertAccessible(page);
    await row.getByRole('button', { name: 'Turn on' }).click();
    // The first check of a playbook starts the sandbox of the service.
    await row.getByText('On', { exact: true }).waitFor({ timeout: 30_000 });
    await page.keyboard.press('Control+z');
    await row.getByText('Off', { exact: true }).waitFor();
  });

  it('show their steps in words, with both sides of a branch', async () => {
    await open(await playbooks.make(BRANCHED));
    await card('Starts with: Lead qualified').waitFor();
    await card('Wait 2 hours').waitFor();
    await card('If there is a lead phone').waitFor();
    await page.getByRole('region', { name: 'Then' }).getByText('Call ‹lead name›').waitFor();
    await page.getByRole('region', { name: 'Otherwise' }).getByText('no phone').waitFor();
    await assertAccessible(page);
  });

  it('are changed in the form of a step; saving makes a version that can be compared', async () => {
    const playbook = await playbooks.make(BRANCHED);
    await open(playbook);
    await card('Wait 2 hours').click();
    await page.getByLabel('How long').fill('3');
    await page.getByLabel('Unit').selectOption('days');
    await card('Wait 3 days').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Control+s');
    await page.getByText('Saved as version 2.').waitFor();
    const { body } = await stand.organization.api.get(`/v1/playbooks/${playbook.playbook_id}`);
    assert.equal(body.steps[0].with.duration, 'P3D');

    await page.getByRole('link', { name: 'Versions' }).click();
    const newest = page.getByRole('listitem').filter({ hasText: 'Version 2' }).first();
    await newest.getByText('Wait 2 hours').waitFor();
    await newest.getByText('Wait 3 days').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Edit from this version' }).click();
    await card('Wait 2 hours').waitFor();
    await page.getByRole('button', { name: 'Discard my changes' }).click();
    await card('Wait 3 days').waitFor();
  });

  it('are edited with the keyboard alone: added, moved and removed, with undo', async () => {
    await open(await playbooks.make(BRANCHED));
    await page.keyboard.press('j');
    await page.getByRole('region', { name: 'Wait', exact: true }).waitFor();
    await page.keyboard.press('Alt+ArrowDown');
    const yes = page.getByRole('region', { name: 'Then' });
    await yes.getByRole('button', { name: 'Wait 2 hours' }).waitFor();
    await page.getByText('Moved to place 2.').waitFor({ state: 'attached' });
    await page.keyboard.press('Delete');
    await card('Wait 2 hours').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await yes.getByRole('button', { name: 'Wait 2 hours' }).waitFor();

    await path().getByRole('button', { name: 'Add a step', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Text or email' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Text or email' }).waitFor();
    await page.getByRole('button', { name: 'Discard my changes' }).click();
  });

  it('show every problem at its step and field, and lose nothing', async () => {
    await open(await playbooks.make(BRANCHED));
    await card(/^Task for the office/).click();
    await page.getByLabel('What to do').fill('Call {{ lead.nme }}');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('1 problem').waitFor();
    await card(/^Task for the office.*1 problem/).waitFor();
    const field = page.getByLabel('What to do').and(page.locator('[aria-invalid=true]'));
    assert.equal(await field.inputValue(), 'Call {{ lead.nme }}');
    await assertAccessible(page);
    await field.fill('Call {{ lead.name }} now');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as version 2.').waitFor();
  });

  it('are tried on a number: what would happen is shown in the path, and nothing happens', async () => {
    const playbook = await playbooks.make(BRANCHED);
    const lead = await playbooks.newLead({ name: 'Dana Whitfield' });
    await open(playbook);
    await page.getByLabel('Try on number').fill('1');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByRole('alert').or(page.locator('[aria-invalid=true]')).first().waitFor();
    await page.getByLabel('Try on number').fill(lead.lifecycle_number);
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByText('It would run to the end.').waitFor();
    await card(/Would do.*Call Dana Whitfield/s).waitFor();
    await card(/^Stop.*Not reached/s).waitFor();
    await assertAccessible(page);
    assert.deepEqual(await playbooks.list(`&playbook_id=${playbook.playbook_id}`), []);

    // Also before it is saved. What is wrong is shown at its step.
    await card(/^Task for the office/).click();
    await page.getByLabel('What to do').fill('Ask {{ lead.nme }}');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await card(/^Task for the office.*1 problem/).waitFor();
    await page.getByLabel('What to do').fill('Ask {{ lead.name }} first');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await card(/Would do.*Ask Dana Whitfield first/s).waitFor();
    await page.getByRole('button', { name: 'Run it now' }).waitFor({ state: 'detached' });
    const { body } = await stand.organization.api.get(`/v1/playbooks/${playbook.playbook_id}`);
    assert.equal(body.version, 1);
  });

  it('are created from a ready one, off until they are turned on', async () => {
    await page.goto('/playbooks');
    await page.getByRole('button', { name: 'New playbook' }).click();
    await page.getByRole('option', { name: 'Visit reminder' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.type('visit rem');
    await page.keyboard.press('Enter');
    await page.getByLabel('Name', { exact: true }).fill('Reminder for plumbing');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Reminder for plumbing' }).waitFor();
    await card('Wait until 24 hours before the visit').waitFor();
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
  });

  it('say when someone else has saved meanwhile, and let one replace it knowingly', async () => {
    const playbook = await playbooks.make(BRANCHED);
    await open(playbook);
    await card('Wait 2 hours').click();
    await page.getByLabel('How long').fill('5');
    await stand.organization.api.patch(`/v1/playbooks/${playbook.playbook_id}`, {
      stop_on: ['lead.deleted'],
    });
    await page.getByText('Someone saved version 2').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'version' }).first().waitFor();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as version 3.').waitFor();
  });

  it('have runs that can be found, read step by step, and canceled within 5 seconds', async () => {
    const playbook = await playbooks.make(BRANCHED);
    const lead = await playbooks.newLead({ name: 'Carlos Ruiz' });
    const { run_id } = await playbooks.run(playbook, { lead_id: lead.lead_id });
    await playbooks.until(run_id, 'waiting');
    await page.goto(`/playbooks/runs?playbook=${playbook.playbook_id}`);
    await page.getByLabel('State').selectOption('Completed');
    await page.getByText('No runs match these filters.').waitFor();
    await page.getByLabel('State').selectOption('Waiting');
    await assertAccessible(page);
    await page.getByRole('table').getByRole('link', { name: 'Winter check' }).click();
    await card(/^Wait 2 hours\s*Waiting/).waitFor();
    await card(/^Stop\s*Not reached/).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByRole('definition').getByText('Canceled').waitFor();
  });

  it('have failed runs that are tried again', async () => {
    const playbook = await playbooks.make(
      callBack({ steps: [{ id: 'warranty', do: 'enroll_warranty', with: { months: 12 } }] }),
    );
    const lead = await playbooks.newLead({ name: 'Mina Park' });
    const { run_id } = await playbooks.run(playbook, { lead_id: lead.lead_id });
    await playbooks.until(run_id, 'failed');
    await page.goto(`/playbooks/runs/${run_id}`);
    await card(/^Enroll the warranty.*Failed/s).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The run goes on at the failed step.').waitFor();
  });

  it('can be read by a viewer, and not changed', async () => {
    const playbook = await playbooks.make(BRANCHED);
    const viewer = await stand.signedIn('viewer');
    await viewer.page.goto(`/playbooks/${playbook.playbook_id}`);
    await viewer.page.getByText('You can look at playbooks, but not change them.').waitFor();
    await viewer.page.getByRole('button', { name: 'Wait 2 hours' }).click();
    assert.equal(await viewer.page.getByLabel('How long').isDisabled(), true);
    assert.equal(await viewer.page.getByRole('button', { name: 'Save' }).count(), 0);
    await assertAccessible(viewer.page);
    const technician = await stand.signedIn('technician');
    await technician.page.goto('/playbooks');
    await technician.page.getByText('You do not have access to this page.').waitFor();
  });

  it('fit on a phone, with the form below the step', async () => {
    const playbook = await playbooks.make(BRANCHED);
    const phone = await stand.signedIn('dispatcher', {}, { width: 360, height: 780 });
    await phone.page.goto(`/playbooks/${playbook.playbook_id}`);
    await phone.page.getByRole('button', { name: 'Wait 2 hours' }).click();
    const form = phone.page.getByRole('listitem').first().getByLabel('How long');
    await form.waitFor();
    await assertAccessible(phone.page);
    const wide = await phone.page.evaluate(() => document.querySelector('main')!.scrollWidth);
    assert(wide <= 360, `${wide} px wide`);
  });
});
