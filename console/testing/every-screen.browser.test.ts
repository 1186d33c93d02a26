import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../server/testing/eventually.ts';
import { sampled, sized } from '../../server/testing/sized.ts';
import { assertAccessible } from './accessible.ts';
import { addVisits, busyCompany } from './busy-company.ts';
import { assertKeyboardReaches, assertReturnsFocus } from './keyboard.ts';
import {
  declaredScreens,
  type Ids,
  OPEN_SCREENS,
  PLACEHOLDERS,
  SCREENS,
  type ScreenToTest,
} from './screens.ts';
import { show } from './show.ts';
import { useStand } from './stand.ts';

const LAPTOP = { width: 1280, height: 800 };
/** A small phone, a laptop at 200 %, and a very large display. */
const OTHER_SIZES = [
  { width: 360, height: 740 },
  { width: 640, height: 400 },
  { width: 3840, height: 2160 },
];
/** Of each walk, so many screens by day; all of them every night. */
const BY_DAY = 6;
const TODAY = '2027-03-01';
const FIRST = SCREENS.slice(0, sized({ long: BY_DAY, nightly: SCREENS.length }));
const NO_ACCESS = 'You do not have access to this page.';

describe('every screen', () => {
  const stand = useStand({ goesOffline: true, failsRequests: true });
  let ids: Ids;
  let owner: Page;
  let newcomer: Page;
  let technician: Page;

  const addressOf = ({ address }: ScreenToTest) =>
    typeof address === 'string' ? address : address(ids);
  const titles = new Map<string, string>();

  before(async () => {
    const busy = await busyCompany(stand.service);
    ids = busy.ids;
    const signedIn = (role: string, name: string) =>
      stand.signedInTo(busy.organization, role, { name });
    ({ page: owner } = await signedIn('owner', 'Olga Alder'));
    await setClock(owner, stand.service.clock.now().getTime());
    const fitter = await signedIn('technician', 'Dmitri Volkov');
    technician = fitter.page;
    await addVisits(busy.organization, fitter.userId, TODAY);
    ({ page: newcomer } = await stand.signedIn('owner'));
  });

  it('is in the list of this test', () => {
    const { routes, sections } = declaredScreens();
    const tested = [...SCREENS.map(({ route }) => route), ...OPEN_SCREENS];
    assert.deepEqual(
      routes.filter((route) => !tested.includes(route)),
      [],
    );
    const addresses = SCREENS.map(({ address }) => address);
    const isTested = (section: string) => addresses.includes(`/settings/${section}`);
    assert.deepEqual(
      sections.filter((section) => !isTested(section)),
      [],
    );
  });

  describe('with data', () => {
    for (const screen of sampled(SCREENS, BY_DAY, 'with data')) {
      it(nameOf(screen), async () => {
        await show(owner, addressOf(screen));
        await assertAccessible(owner);
        await assertKeyboardReaches(owner);
        await assertMenus(owner);
        for (const size of OTHER_SIZES) {
          await owner.setViewportSize(size);
          await assertFits(owner);
        }
        await owner.setViewportSize(LAPTOP);
      });
    }
  });

  describe('with nothing yet', () => {
    for (const { address } of sampled(SCREENS, BY_DAY, 'with nothing yet')) {
      if (typeof address !== 'string') continue;
      it(address, async () => {
        await show(newcomer, address);
        await assertAccessible(newcomer);
        await newcomer.setViewportSize({ width: 360, height: 740 });
        await assertFits(newcomer);
        await newcomer.setViewportSize(LAPTOP);
      });
    }
  });

  describe('with a read that fails', () => {
    before(() =>
      newcomer.route(READS, (route) =>
        route.request().method() === 'GET' ? route.fulfill(FAILED) : route.continue(),
      ),
    );
    after(() => newcomer.unrouteAll());
    for (const screen of sampled(SCREENS, BY_DAY, 'with a read that fails')) {
      if (screen.isRead === false) continue;
      it(nameOf(screen), async () => {
        await newcomer.goto(addressOf(screen));
        const notice = newcomer.getByRole('main').getByRole('alert').first();
        await notice.getByText('Something went wrong here.').waitFor();
        await notice.getByRole('button', { name: 'Copy request id' }).waitFor();
        await assertAccessible(newcomer, 'main');
      });
    }
  });

  it('shows what was there before while there is no connection, and says since when', async () => {
    await owner.evaluate('navigator.serviceWorker.ready');
    for (const screen of FIRST) {
      await show(owner, addressOf(screen));
      titles.set(addressOf(screen), await owner.title());
    }
    await owner.context().setOffline(true);
    await owner.goto('/');
    for (const screen of FIRST) {
      const address = addressOf(screen);
      // As a link does it: only the first page is loaded again.
      await owner.evaluate(
        `history.pushState({}, '', '${address}'); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      const title = titles.get(address);
      await eventually(async () => (await owner.title()) === title).catch(() =>
        owner.title().then((shown) => assert.equal(shown, title, address)),
      );
      await owner.getByText(/^Offline since /).waitFor();
    }
    await assertAccessible(owner);
    await owner.context().setOffline(false);
  });

  it('says who can give access to users who may not see it', async () => {
    const seen: string[] = [];
    const screens = sampled(SCREENS, 3 * BY_DAY, 'who may not see it');
    for (const screen of screens) {
      await show(technician, addressOf(screen));
      const refusals = await technician.getByRole('main').getByText(NO_ACCESS).count();
      if (refusals === 1) seen.push(addressOf(screen));
    }
    const expected = screens.filter((screen) => screen.technician === 'refused').map(addressOf);
    assert.deepEqual(seen, expected);
    await assertAccessible(technician);
  });

  it('can be used before anyone is signed in', async () => {
    const visitor = await stand.newPage();
    for (const address of [...OPEN_SCREENS, '/', '/nothing/here']) {
      await visitor.goto(address);
      await visitor.getByRole('heading', { level: 1 }).waitFor();
      await assertAccessible(visitor);
      await assertKeyboardReaches(visitor);
      for (const size of OTHER_SIZES) {
        await visitor.setViewportSize(size);
        await assertFits(visitor);
      }
      await visitor.setViewportSize(LAPTOP);
    }
  });
});

/**
 * Without a connection, a page has only its own clock. That of Playwright is set by a script in every frame, and the preview
 * of a form allows none: the browser would report an error.
 */
async function setClock(page: Page, now: number): Promise<void> {
  await page.addInitScript(`{
    const real = Date.now;
    const ahead_ms = ${now - Date.now()};
    Date.now = () => real() + ahead_ms;
  }`);
}

/** Its address, with `$job` instead of the id of a job. */
function nameOf({ address }: ScreenToTest): string {
  return typeof address === 'string' ? address : address(PLACEHOLDERS);
}

/** What the screens read, but not who is signed in and what happens. */
const READS = /\/v1\/(?!me$|events\/stream)/;
const FAILED = {
  status: 500,
  contentType: 'application/problem+json',
  headers: { 'x-request-id': 'req_of_this_test' },
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Internal error',
    status: 500,
    code: 'internal',
    detail: 'Something went wrong here.',
    request_id: 'req_of_this_test',
  }),
};

/** A page is read from top to bottom: nothing is cut off at the right, and only tables and boards scroll sideways. */
async function assertFits(page: Page): Promise<void> {
  // A new size reaches the code of the page just before it is drawn; a board on a phone then has one column.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  );
  const tooWide: readonly string[] = await page.evaluate(`['html', 'main']
    .map((name) => document.querySelector(name))
    .filter((one) => one !== null && one.scrollWidth > one.clientWidth)
    .map((one) => one.tagName + ' is ' + one.scrollWidth + ' px in ' + one.clientWidth)`);
  assert.deepEqual(tooWide, [], `${page.url()} at ${page.viewportSize()?.width} px`);
}

/** Each kind of menu on the screen: it can be opened and closed with the keyboard, and is accessible while it is open. */
async function assertMenus(page: Page): Promise<void> {
  const buttons = page.getByRole('main').locator('[aria-haspopup=menu]');
  if ((await buttons.count()) === 0) return;
  await assertReturnsFocus(page, buttons.first(), '[role=menu]', () =>
    assertAccessible(page, '[role=menu]'),
  );
}
