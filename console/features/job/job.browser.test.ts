import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { created } from '../../../server/testing/created.ts';
import { assertAccessible } from '../../testing/accessible.ts';
import { useStand } from '../../testing/stand.ts';

describe('the page of a job', () => {
  const stand = useStand();
  let count = 0;
  const newLead = async () => {
    count += 1;
    const phone = `+1415555${4_000 + count}`;
    const body = { name: `Carla Novotny ${count}`, phone, service_needed: 'roof_repair' };
    return created(stand.organization.api.post('/v1/leads', body));
  };
  const newJob = async (more: object = {}) => {
    const { lead_id } = await newLead();
    const contract = { amount: 120_000, currency: 'USD' };
    const body = { lead_id, title: 'New roof', contract, ...more };
    return created(stand.organization.api.post('/v1/jobs', body));
  };
  const step = async (id: string, name: string) => {
    const { status, body } = await stand.organization.api.post(`/v1/jobs/${id}/${name}`);
    assert.equal(status, 200, JSON.stringify(body));
  };

  it('begins on the page of the number, with what was asked for', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const lead = await newLead();
    await page.goto(`/n/${lead.lifecycle_number}`);
    await page.getByRole('button', { name: 'New job' }).click();
    const dialog = page.getByRole('dialog', { name: /^New job for Carla/ });
    assert.equal(await dialog.getByLabel('What is to be done').inputValue(), 'Roof repair');
    await dialog.getByLabel('Agreed price').fill('twelve');
    await dialog.getByRole('button', { name: 'Create the job' }).click();
    await dialog.getByText('Enter an amount, such as 129.00.').waitFor();
    await assertAccessible(page);
    await dialog.getByLabel('Agreed price').fill('1,200');
    await dialog.getByRole('button', { name: 'Create the job' }).click();
    await page.getByRole('heading', { name: 'Roof repair', level: 1 }).waitFor();
    await page.getByText('$1,200.00').waitFor();
    await page.goto(`/n/${lead.lifecycle_number}`);
    await page.getByRole('link', { name: 'Roof repair' }).click();
    await page.getByRole('heading', { name: 'Checklist' }).waitFor();
  });

  it('focuses the field that is wrong, found by the form or by the service', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const { job_id } = await newJob();
    await page.goto(`/jobs/${job_id}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit the job' });
    const save = dialog.getByRole('button', { name: 'Save' });
    const isFocused = (label: string) =>
      dialog.getByLabel(label).and(page.locator(':focus')).waitFor();
    await dialog.getByLabel('Agreed price').fill('twelve');
    await save.click();
    await isFocused('Agreed price');
    await dialog.getByLabel('Agreed price').fill('1,300');
    // Refused by the service, as 422.
    await dialog.getByLabel('Warranty').fill('1.5');
    await save.click();
    await isFocused('Warranty');
    await dialog.getByLabel('Warranty').and(page.locator('[aria-invalid=true]')).waitFor();
    await dialog.getByLabel('Warranty').fill('12');
    await dialog.getByLabel('What is to be done').fill(' ');
    await save.click();
    await isFocused('What is to be done');
    await assertAccessible(page);
    await dialog.getByLabel('What is to be done').fill('New gutter');
    await save.click();
    await page.getByRole('heading', { name: 'New gutter', level: 1 }).waitFor();
  });

  it('has a checklist with undo, notes and links to files', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const { job_id } = await newJob();
    await page.goto(`/jobs/${job_id}`);
    await page.getByLabel('New item').fill('Shut off the gas');
    await page.keyboard.press('Enter');
    await page.getByLabel('Shut off the gas').click();
    await page.getByText('1 of 1 done').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('0 of 1 done').waitFor();

    await page.getByLabel('New note').fill('The valve is near the dryer.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('listitem').getByText('The valve is near the dryer.').waitFor();
    assert.equal(await page.getByLabel('New note').inputValue(), '');

    await page.getByRole('button', { name: 'Link a file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link a file' });
    await dialog.getByLabel('Address of the file').fill('photo');
    await dialog.getByLabel('Name').fill('Before');
    await dialog.getByRole('button', { name: 'Link a file' }).click();
    await dialog
      .getByLabel('Address of the file')
      .and(page.locator('[aria-invalid=true]'))
      .waitFor();
    await dialog.getByLabel('Address of the file').fill('https://files.example.com/before.jpg');
    await dialog.getByRole('button', { name: 'Link a file' }).click();
    await page.getByRole('link', { name: 'Before' }).waitFor();
    await assertAccessible(page);
  });

  it('opens, schedules and closes a warranty claim', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const { job_id } = await newJob();
    for (const name of ['start', 'complete', 'enroll-warranty']) await step(job_id, name);
    await page.goto(`/jobs/${job_id}`);
    await page.getByText('Mar 1, 2027 to Mar 1, 2028').waitFor();
    await page.getByRole('button', { name: 'Open a claim' }).click();
    const open = page.getByRole('dialog', { name: 'Open a warranty claim' });
    await open.getByRole('button', { name: 'Open a claim' }).click();
    await open.getByLabel('What is wrong').and(page.locator('[aria-invalid=true]')).waitFor();
    await open.getByLabel('What is wrong').fill('It drips.');
    await assertAccessible(page);
    await open.getByRole('button', { name: 'Open a claim' }).click();
    const claims = page.getByRole('list', { name: 'Warranty claims' });
    await claims.getByText('It drips.').waitFor();

    await claims.getByRole('button', { name: 'Book a visit' }).click();
    const visit = page.getByRole('dialog', { name: 'Book a visit for the claim' });
    await visit.getByRole('button', { name: 'Book the visit' }).click();
    await visit.getByText('Enter a day and a time.').waitFor();
    await visit.getByLabel('When').fill('2027-03-03T10:00');
    await visit.getByRole('button', { name: 'Book the visit' }).click();
    await claims.getByText('Visit Wed, Mar 3, 10:00 AM').waitFor();

    await page.goto('/claims');
    const listed = page.getByRole('link', { name: /It drips\./ });
    await listed.waitFor();
    await assertAccessible(page);
    await listed.click();
    await claims.getByRole('button', { name: 'Close the claim' }).click();
    const close = page.getByRole('dialog', { name: 'Close the warranty claim' });
    await close.getByLabel('How it was solved').fill('Seal replaced.');
    await close.getByRole('button', { name: 'Close the claim' }).click();
    await claims.getByText('Seal replaced.').waitFor();
  });

  it('books several days at once: all of them, or none, with the problem at its day', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const email = `${crypto.randomUUID()}@example.com`;
    const { api } = stand.organization;
    const person = { name: 'Bao Nguyen', email, role: 'technician' };
    const { user_id } = await created(api.post('/v1/users', person));
    const { lead_id } = await newLead();
    const taken = { starts_at: '2027-03-04T09:00:00-08:00', assigned_to: user_id };
    await created(api.post('/v1/appointments', { lead_id, ...taken }));
    const { job_id } = await newJob();
    const visits = async () => (await api.get(`/v1/appointments?job_id=${job_id}`)).body.data;
    await page.goto(`/jobs/${job_id}`);
    await page.getByRole('button', { name: 'Book a visit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book a visit' });
    await dialog.getByLabel('When').fill('2027-03-03T09:00');
    await dialog.getByLabel('Who goes').selectOption(user_id);
    await dialog.getByRole('button', { name: 'Add another day' }).click();
    const second = dialog.getByRole('group', { name: 'Visit 2' });
    assert.equal(await second.getByLabel('When').inputValue(), '2027-03-04T09:00');
    await dialog.getByRole('button', { name: 'Book the visit' }).click();
    await second.getByText('That time is taken.').waitFor();
    assert.deepEqual(await visits(), []);
    await assertAccessible(page);
    const nearby = dialog.getByRole('group', { name: 'Free times nearby' });
    await nearby.getByRole('button').first().click();
    await page.getByText('2 visits booked.').waitFor();
    const days = (await visits()).map(({ starts_at }: { starts_at: string }) => starts_at);
    assert.equal(days.length, 2, days.join());
  });

  it('says what is unusual about the visits that were booked, also for warranty claims', async () => {
    const { page } = await stand.signedIn('dispatcher');
    const email = `${crypto.randomUUID()}@example.com`;
    const person = { name: 'Mei Tan', email, role: 'technician' };
    const { user_id } = await created(stand.organization.api.post('/v1/users', person));
    const { job_id } = await newJob();
    await page.goto(`/jobs/${job_id}`);
    await page.getByRole('button', { name: 'Book a visit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book a visit' });
    await dialog.getByLabel('When').fill('2027-03-10T05:00');
    await dialog.getByLabel('Who goes').selectOption(user_id);
    await dialog.getByRole('button', { name: 'Add another day' }).click();
    await dialog.getByRole('button', { name: 'Book the visit' }).click();
    await page
      .getByText('2 visits booked. Wed, Mar 10, Thu, Mar 11: Mei Tan does not work at that time.')
      .waitFor();

    const sold = await newJob();
    for (const name of ['start', 'complete', 'enroll-warranty']) await step(sold.job_id, name);
    await page.goto(`/jobs/${sold.job_id}`);
    await page.getByRole('button', { name: 'Open a claim' }).click();
    const open = page.getByRole('dialog', { name: 'Open a warranty claim' });
    await open.getByLabel('What is wrong').fill('It drips.');
    await open.getByLabel('When').fill('2027-03-12T05:00');
    await open.getByLabel('Who goes').selectOption(user_id);
    await open.getByRole('button', { name: 'Open a claim' }).click();
    await page.getByText('The claim is open. Mei Tan does not work at that time.').waitFor();

    const { api } = stand.organization;
    const listed = await api.get(`/v1/appointments?job_id=${sold.job_id}`);
    const [{ appointment_id }] = listed.body.data;
    assert.equal((await api.post(`/v1/appointments/${appointment_id}/cancel`)).status, 200);
    const claims = page.getByRole('list', { name: 'Warranty claims' });
    await claims.getByRole('button', { name: 'Book a visit' }).click();
    const again = page.getByRole('dialog', { name: 'Book a visit for the claim' });
    await again.getByLabel('When').fill('2027-03-15T05:00');
    await again.getByLabel('Who goes').selectOption(user_id);
    await again.getByRole('button', { name: 'Book the visit' }).click();
    const said = page.getByText(/^Visit booked for .* Mei Tan does not work at that time\.$/);
    await said.waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Control+z');
    await claims.getByRole('button', { name: 'Book a visit' }).waitFor();
  });

  it('shows a technician their own job with their own steps, and no others', async () => {
    const { page, userId } = await stand.signedIn('technician');
    const { job_id } = await newJob({ assigned_to: userId });
    await page.goto(`/jobs/${job_id}`);
    await page.getByRole('button', { name: 'Start' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Edit' }).count(), 0);
    await page.getByRole('button', { name: 'More steps' }).click();
    assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['Pause']);
  });
});
