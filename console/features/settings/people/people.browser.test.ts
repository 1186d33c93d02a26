import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../../../server/testing/created.ts';
import { assertAccessible } from '../../../testing/accessible.ts';
import { useStand } from '../../../testing/stand.ts';

const PASSWORD = 'a long sentence that only I know';
const MINUTES_11 = 11 * 60 * 1000;

describe('people', () => {
  const stand = useStand();
  const newTechnician = (name: string) =>
    created(
      stand.organization.api.post('/v1/users', {
        name,
        email: `${crypto.randomUUID()}@example.com`,
        role: 'technician',
      }),
    );

  it('are added, and join with the link that is shown once', async () => {
    const { page } = await stand.signedIn('owner');
    await page.goto('/settings/people');
    await page.getByRole('button', { name: 'Add a person' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a person' });
    await dialog.getByLabel('Name').fill('Dmitri Volkov');
    await dialog.getByLabel('Email address').fill('dmitri@');
    await dialog.getByLabel('Skills').fill('Furnace repair, AC repair');
    await dialog.getByRole('radio', { name: 'Own hours' }).check();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Add a person' }).click();
    const email = dialog.getByLabel('Email address');
    await email.and(page.locator('[aria-invalid=true]')).waitFor();
    await email.fill('dmitri@example.com');
    await dialog.getByRole('button', { name: 'Add a person' }).click();

    const invitation = page.getByRole('dialog', { name: 'Invitation for Dmitri Volkov' });
    await invitation.getByRole('button', { name: 'Create an invitation link' }).click();
    const url = await invitation.getByRole('textbox', { name: 'Invitation link' }).inputValue();
    await assertAccessible(page);
    await invitation.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Dmitri Volkov' }).waitFor();

    const technician = await stand.newPage();
    await technician.goto(`/invitation#${url.split('#')[1]}`);
    await technician.getByText('Dmitri Volkov, dmitri@example.com').waitFor();
  });

  it('get another role; long after the sign-in, the password is asked for and nothing is lost', async () => {
    const { page, userId } = await stand.signedIn('owner');
    const { user_id, name } = await newTechnician('Carla Novotny');
    await page.goto(`/settings/people/${user_id}`);
    const role = page.getByRole('region', { name: 'Role' });
    await role.getByRole('radio', { name: 'Dispatcher' }).check();
    await role.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { body: user } = await stand.organization.api.get(`/v1/users/${user_id}`);
    assert.equal(user.role, 'dispatcher');

    stand.service.clock.advance(MINUTES_11);
    await page.getByRole('button', { name: 'Create an invitation link' }).click();
    const proof = page.getByRole('dialog', { name: 'Enter your password again' });
    await proof.getByLabel(/^Password/).fill('not the password');
    await proof.getByRole('button', { name: 'Continue' }).click();
    await proof.getByRole('alert').waitFor();
    await assertAccessible(page);
    await proof.getByLabel(/^Password/).fill(PASSWORD);
    await proof.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('textbox', { name: 'Invitation link' }).waitFor();
    await page.getByRole('heading', { name, level: 1 }).waitFor();

    const { body } = await stand.organization.api.get('/v1/sessions?limit=200');
    const open = body.data.filter(
      (one: { user_id: string; ended_at: string | null }) =>
        one.user_id === userId && one.ended_at === null,
    );
    assert.equal(open.length, 1, 'the session before is ended');
  });

  it('say that nothing was done if the password is not entered', async () => {
    const { page } = await stand.signedIn('owner');
    const { user_id } = await newTechnician('Sam Okafor');
    await page.goto(`/settings/people/${user_id}`);
    await page.getByRole('heading', { name: 'Sam Okafor' }).waitFor();
    stand.service.clock.advance(MINUTES_11);
    await page.getByRole('button', { name: 'Create an invitation link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByText('For this you must have signed in').waitFor();
  });

  it('get a link to sign in from an owner, which works once', async () => {
    const { page: colleague, userId } = await stand.signedIn('dispatcher');
    await colleague.close();
    const { page } = await stand.signedIn('owner');
    await page.goto(`/settings/people/${userId}`);
    await page.getByRole('button', { name: 'Copy sign-in link' }).click();
    const field = page.getByRole('textbox', { name: 'Sign-in link' });
    const url = await field.inputValue();
    await assertAccessible(page);

    const browser = await stand.newPage();
    await browser.goto(`/sign-in#${url.split('#')[1]}`);
    await browser.getByRole('button', { name: 'Sign in' }).click();
    await browser.getByRole('heading', { name: 'Inbox' }).waitFor();

    // Without an account there is nothing to sign in to; the page says what to do instead.
    const { user_id } = await newTechnician('Gus Petrakis');
    await page.goto(`/settings/people/${user_id}`);
    await page.getByRole('button', { name: 'Copy sign-in link' }).click();
    await page.getByText('This user has no account yet.').waitFor();
  });

  it('have a phone number, and a place where the day starts', async () => {
    const { page } = await stand.signedIn('owner');
    const { user_id } = await newTechnician('Wes Hartley');
    await page.goto(`/settings/people/${user_id}`);
    const details = page.getByRole('region', { name: 'Details' });
    await details.getByLabel('Phone').fill('415 555 0177');
    await details.getByLabel('Starts the day at').fill('12 Elm St, Portland');
    await details.getByLabel('Latitude').fill('45.5');
    await details.getByLabel('Longitude').fill('-122.6');
    await details.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { body } = await stand.organization.api.get(`/v1/users/${user_id}`);
    assert.equal(body.phone, '+14155550177');
    const place = { address: '12 Elm St, Portland', latitude: 45.5, longitude: -122.6 };
    assert.deepEqual(body.start_location, place);
  });

  it('are deactivated with the visits that need someone else, and activated again', async () => {
    const { page } = await stand.signedIn('owner');
    const { user_id } = await newTechnician('Lena Fischer');
    const { api } = stand.organization;
    const lead = await created(
      api.post('/v1/leads', {
        name: 'Dana Whitfield',
        phone: '+14155550134',
        service_needed: 'water_heater_repair',
      }),
    );
    await created(
      api.post('/v1/appointments', {
        lead_id: lead.lead_id,
        starts_at: '2027-03-02T10:00:00-08:00',
        duration_minutes: 60,
        assigned_to: user_id,
      }),
    );
    await page.goto(`/settings/people/${user_id}`);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    const visits = page.getByRole('dialog', { name: '1 visit needs another person' });
    await visits.getByRole('link', { name: lead.lifecycle_number }).waitFor();
    await assertAccessible(page);
    await visits.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Inactive', { exact: true }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Deactivate' }).waitFor();
    const { body } = await api.get(`/v1/users/${user_id}`);
    assert.equal(body.active, true);
  });

  it('have time off, which is added, deleted and undone', async () => {
    const { page } = await stand.signedIn('owner');
    const { user_id } = await newTechnician('Tim Bell');
    await page.goto(`/settings/people/${user_id}`);
    const card = page.getByRole('region', { name: 'Time off' });
    await card.getByText('Nothing planned.').waitFor();
    await card.getByRole('button', { name: 'Add time off' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add time off' });
    await dialog.getByLabel('From').fill('2027-03-08T00:00');
    await dialog.getByLabel('Until').fill('2027-03-07T00:00');
    await dialog.getByRole('button', { name: 'Add time off' }).click();
    await dialog.locator('[aria-invalid=true]').first().waitFor();
    await dialog.getByLabel('Until').fill('2027-03-10T00:00');
    await dialog.getByLabel('Reason').fill('Vacation');
    await dialog.getByRole('button', { name: 'Add time off' }).click();
    await card.getByText('Mon, Mar 8 – Tue, Mar 9').waitFor();
    await card.getByRole('button', { name: /^Delete the time off/ }).click();
    await card.getByText('Nothing planned.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await card.getByText('Vacation', { exact: true }).waitFor();
  });

  it('get a calendar address once, and lose it after a question', async () => {
    const { page } = await stand.signedIn('owner');
    const { user_id } = await newTechnician('Omar Reyes');
    await page.goto(`/settings/people/${user_id}`);
    await page.getByRole('button', { name: 'Create an address' }).click();
    const url = await page.getByRole('textbox', { name: 'Address to subscribe to' }).inputValue();
    const path = url.slice(new URL(url).origin.length);
    assert.equal((await fetch(stand.service.url + path)).status, 200);
    await page.getByRole('button', { name: 'Revoke the address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Calendar of Omar Reyes' });
    await dialog.getByRole('button', { name: 'Revoke the address' }).click();
    await page.getByText('The address no longer works.').waitFor();
    assert.notEqual((await fetch(stand.service.url + path)).status, 200);
  });

  it('form teams', async () => {
    const { page } = await stand.signedIn('dispatcher');
    await newTechnician('Ines Costa');
    await page.goto('/settings/teams');
    await page.getByRole('button', { name: 'New team' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New team' });
    await dialog.getByLabel('Name').fill('North');
    await dialog.getByRole('checkbox', { name: 'Ines Costa' }).check();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const list = page.getByRole('list', { name: 'Teams' });
    await list.getByText('Ines Costa').waitFor();
    await list.getByRole('button', { name: 'Deactivate' }).click();
    await list.getByText('Inactive').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await list.getByText('Inactive').waitFor({ state: 'detached' });
  });
});
