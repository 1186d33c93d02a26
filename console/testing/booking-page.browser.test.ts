import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { created } from '../../server/testing/created.ts';
import { eventually } from '../../server/testing/eventually.ts';
import { startTestService, type TestService } from '../../server/testing/harness.ts';
import { newUser } from '../../server/testing/office.ts';
import { RunningClock } from '../../server/testing/test-clock.ts';
import { BROWSER_ARGS, browserOfTests } from './find-browser.ts';
import { PHONE, SmallPageReader } from './small-page-reader.ts';

/** A Monday at 7:00 in Los Angeles, where the company is. */
const MONDAY = '2027-03-01T15:00:00.000Z';

const QUESTIONS = [
  {
    ...{ key: 'fuel', label: 'Gas or electric?', kind: 'choice', required: true },
    choices: ['Gas', 'Electric'],
  },
  { key: 'stairs', label: 'Many stairs?', kind: 'yes_no', required: false },
  { key: 'more', label: 'What happened?', kind: 'text', required: true },
];

describe('the booking page in a browser', () => {
  let service: TestService;
  let browser: Browser;
  let api: Awaited<ReturnType<TestService['newOrganization']>>['api'];
  let url: string;
  let reader: SmallPageReader;

  before(async () => {
    const executablePath = browserOfTests('windowless');
    service = await startTestService({
      ownDatabase: true,
      because: 'running clock',
      clock: new RunningClock(MONDAY),
    });
    ({ api } = await service.newOrganization());
    await newUser(api, { name: 'Rosa Delgado' });
    const one = { duration_minutes: 60, online: true };
    await created(api.post('/v1/services', { ...one, code: 'tune_up', name: 'Tune-up' }));
    await created(
      api.post('/v1/services', {
        ...{ ...one, code: 'repair', name: 'Repair', names: { de: 'Reparatur' } },
        questions: QUESTIONS,
      }),
    );
    const page = { name: 'Website', title: 'Book with Alder', services: ['tune_up', 'repair'] };
    const brand = { color: '#ffcc00' };
    ({ url } = await created(api.post('/v1/booking-pages', { ...page, brand })));
    browser = await chromium.launch({ executablePath, args: BROWSER_ARGS });
    reader = await SmallPageReader.open(browser);
  });

  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** A page takes ten requests per second from one address; the tests are faster than people. */
  const nextSecond = () =>
    eventually(async () => (await fetch(url)).headers.get('ratelimit-remaining') === '9');

  async function open(options: { javaScriptEnabled: boolean; locale: string }): Promise<Page> {
    const context = await browser.newContext({
      ...options,
      viewport: PHONE,
    });
    const page = await context.newPage();
    await nextSecond();
    await page.goto(url);
    return page;
  }

  const check = async (page: Page) => reader.check(page.url(), await page.content());

  const texts = {
    en: {
      next: 'Continue',
      repair: 'Repair',
      name: 'Your name',
      phone: 'Phone (optional)',
      book: 'Book the visit',
      done: 'Your visit is booked',
      before: 'nothing was booked again',
      none: 'Choose one of',
      errors: 'Please check your answers',
      postalCode: /Postal code/,
    },
    de: {
      next: 'Weiter',
      repair: 'Reparatur',
      name: 'Ihr Name',
      phone: 'Telefon (freiwillig)',
      book: 'Termin buchen',
      done: 'Ihr Termin ist gebucht',
      before: 'nichts noch einmal gebucht',
      none: 'Wählen Sie',
      errors: 'Bitte prüfen Sie Ihre Angaben',
      postalCode: /Postleitzahl/,
    },
  };

  for (const language of ['en', 'de'] as const) {
    it(`is finished on a phone without scripts, in ${language}, and every step is accessible`, async () => {
      const text = texts[language];
      const page = await open({ javaScriptEnabled: false, locale: language });
      const next = () => page.getByRole('button', { name: text.next, exact: true }).click();
      const assertFocused = () =>
        page.locator('.summary:focus').getByText(text.errors).waitFor({ timeout: 5_000 });
      await check(page);
      await next();
      await assertFocused();
      await check(page);
      await page.getByLabel(text.repair).check();
      await next();
      await check(page);
      await next();
      await assertFocused();
      await check(page);
      await page.getByLabel('Electric').check();
      await page.getByLabel('What happened?').fill('ماء على الأرض');
      await page.getByLabel(text.postalCode).fill('97205');
      await next();
      await check(page);
      await page.locator('.days button').nth(2).click();
      await check(page);
      await next();
      await assertFocused();
      await check(page);
      await page
        .locator('.times input')
        .nth(language === 'en' ? 2 : 5)
        .check();
      await next();
      await check(page);

      // Back and forth: everything is still there.
      await page.goBack();
      await page.goForward();
      await page.getByRole('button', { name: text.book }).click();
      await assertFocused();
      await check(page);
      await page.getByLabel(text.name).fill('Dana Whitfield');
      await page.getByLabel(text.phone).fill(`+1415555013${language === 'en' ? 1 : 2}`);
      await page.locator('#consent').check();
      const visits = (await api.get('/v1/appointments')).body.data.length;
      // A person needs longer than this to type; the challenge asks for it.
      service.clock.advance(6_000);
      await page.getByRole('button', { name: text.book }).click();
      await page.getByRole('heading', { name: text.done }).waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), language);
      await check(page);
      await page.reload();
      await page.getByRole('heading', { name: text.done }).waitFor();

      // Back over the page with the errors: the contact and the times show what was booked.
      await nextSecond();
      for (const steps of [-2, -1]) {
        await page.evaluate(`history.go(${steps})`);
        await page.getByText(text.before).waitFor();
        await page.getByRole('heading', { name: text.done }).waitFor();
        await check(page);
      }
      assert.equal((await api.get('/v1/appointments')).body.data.length, visits + 1);
      await page.context().close();
    });
  }

  /** With scripts, the document stays the same until the contact. */
  const mark = (page: Page) => page.evaluate('document.body.dataset.same = "yes"');
  const isSame = (page: Page) => page.evaluate('document.body.dataset.same === "yes"');
  const focused = (page: Page) => page.evaluate('document.activeElement.textContent');

  it('changes its steps in place with scripts, and back, focus and announcements are right', async () => {
    const page = await open({ javaScriptEnabled: true, locale: 'en' });
    await mark(page);
    const next = () => page.getByRole('button', { name: 'Continue', exact: true }).click();
    const announced = (text: string | RegExp) =>
      page.locator('body > [role=status]').getByText(text).waitFor({ timeout: 5_000 });
    await next();
    await page.locator('.summary:focus').waitFor();
    assert.match(await page.title(), /^Please check your answers/);
    await check(page);
    await page.locator('.summary a').click();
    await page.getByLabel('Repair').check();
    await next();
    await page.getByLabel('Electric').waitFor();
    await announced('Step 2 of 4');
    assert.equal(await focused(page), await page.locator('h2').textContent());
    await check(page);
    await page.getByLabel('Electric').check();
    await page.getByLabel('What happened?').fill('Rust');
    await page.getByLabel(/Postal code/).fill('97205');
    await next();
    await announced('Step 3 of 4');
    const day = page.locator('.days button').nth(2);
    const name = (await day.textContent()) ?? '';
    await day.click();
    await announced(`Times on ${name}`);
    assert.equal(await focused(page), name);
    assert.equal(await day.getAttribute('aria-current'), 'date');
    await check(page);
    const address = page.url();

    await nextSecond();
    // Back and forth, with what was typed; then the same as a page of its own.
    await page.goBack();
    await page.goBack();
    await page.getByLabel('What happened?').waitFor();
    assert.equal(await page.getByLabel('What happened?').inputValue(), 'Rust');
    assert(await page.getByLabel('Electric').isChecked());
    await page.goBack();
    assert(await page.getByLabel('Repair').isChecked());
    for (let time = 0; time < 3; time += 1) await page.goForward();
    await page.locator('.days button:nth-child(3)[aria-current]').waitFor();
    assert.equal(page.url(), address);
    assert.equal(await isSame(page), true);
    const content = () => page.locator('main').innerText();
    const inPlace = await content();
    await page.reload();
    assert.equal(await content(), inPlace);

    await nextSecond();
    await mark(page);
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.locator('html[lang=de]').waitFor({ state: 'attached' });
    assert.equal(await isSame(page), true);
    await page.locator('.times input').first().check();
    await page.getByRole('button', { name: 'Weiter', exact: true }).click();
    await page.getByLabel('Ihr Name').waitFor();
    assert.notEqual(await isSame(page), true);
    await page.goBack();
    await page.locator('.times input').first().waitFor();
    await page.context().close();
  });

  it('opens the next step as a page of its own if it cannot be fetched', async () => {
    const page = await open({ javaScriptEnabled: true, locale: 'en' });
    await mark(page);
    await page.route('**/b/**', (route) =>
      route.request().resourceType() === 'fetch' ? route.abort() : route.continue(),
    );
    await page.getByLabel('Repair').check();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByLabel('Electric').waitFor();
    assert.notEqual(await isSame(page), true);
    await page.context().close();
  });

  it('is finished with scripts in a moment, and a lost time costs one click', async () => {
    const page = await open({ javaScriptEnabled: true, locale: 'en' });
    const next = () => page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByLabel('Tune-up').check();
    await next();
    await page.locator('.step').getByText('Step 2').waitFor();
    await next();
    await page.locator('.days button').nth(3).click();
    await page.locator('.days button:nth-child(4)[aria-current]').waitFor();
    const radio = page.locator('.times input').nth(4);
    const starts_at = await radio.getAttribute('value');
    await radio.check();
    await next();
    await page.getByLabel('Your name').fill('Sam Ito');
    await page.getByLabel('Email (optional)').fill('sam@example.com');
    const contact = { name: 'Another', phone: '+14155550177' };
    await created(api.post('/v1/bookings', { service: 'tune_up', starts_at, contact }));
    await page.getByRole('button', { name: 'Book the visit' }).click();
    await page.getByRole('heading', { name: 'This time was just taken' }).waitFor();
    await check(page);
    assert.equal(await page.locator('input[type=radio]').count(), 3);
    await page.getByRole('button', { name: 'Book this time' }).click();
    await page.getByRole('heading', { name: 'Your visit is booked' }).waitFor();
    await check(page);
    await page.context().close();
  });
});
