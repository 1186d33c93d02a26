import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../../server/testing/builders.ts';
import { created } from '../../server/testing/created.ts';
import { sampled } from '../../server/testing/sized.ts';
import { assertAccessible } from './accessible.ts';
import { addAuthenticator } from './authenticator.ts';
import {
  assertCloses,
  assertDialog,
  assertFits,
  assertUsable,
  open,
} from './dialogs/assert-dialog.ts';
import { addDay, type DialogIds, dialogCompany } from './dialogs/company.ts';
import { declaredDialogs } from './dialogs/declared.ts';
import { type DialogToTest, dialog, type Place } from './dialogs/dialog.ts';
import { DIALOGS_OF_SETTINGS } from './dialogs/of-settings.ts';
import { DIALOGS_OF_WORK } from './dialogs/of-work.ts';
import { button, restOnLane } from './dialogs/press.ts';
import { assertKeyboardReaches } from './keyboard.ts';
import { show } from './show.ts';
import { useStand } from './stand.ts';

const CONSOLE = join(import.meta.dirname, '..');
const LAPTOP = { width: 1280, height: 800 };
const MINUTES_11 = 11 * 60_000;
/** All places every night. */
const PLACES_BY_DAY = 4;
const PLACES = [...DIALOGS_OF_WORK, ...DIALOGS_OF_SETTINGS];

/** Those that the service asks for, over whatever is open. */
const INVITE = button('Create an invitation link');
const PROVE_AGAIN = dialog('session/prove-again', 'Enter your password again', INVITE);
const SIGN_IN_AGAIN = dialog('session/sign-in-again', 'Sign in', INVITE);

describe('every dialog', () => {
  const stand = useStand({ goesOffline: true });
  let ids: DialogIds;
  let owner: Page;
  let technician: Page;

  before(async () => {
    const company = await dialogCompany(stand.service);
    const { organization } = company;
    ids = company.ids;
    const fitter = await stand.signedInTo(organization, 'technician', { name: 'Dmitri Volkov' });
    technician = fitter.page;
    await addDay(organization, fitter.userId);
    await created(organization.api.post('/v1/users', ANOTHER_TECHNICIAN));
    // Passkeys need a name, not an address.
    const office = [{ name: 'Olga Alder' }, LAPTOP, 'localhost'] as const;
    const person = await stand.signedInTo(organization, 'owner', ...office);
    owner = person.page;
    await addAuthenticator(owner);
    const elsewhere = { email: person.email, password: PASSWORD };
    await created(stand.service.as(null).post('/v1/sessions', elsewhere));
  });

  it('is in the list of this test', () => {
    const tested = [...PLACES.flatMap(({ dialogs }) => dialogs), PROVE_AGAIN, SIGN_IN_AGAIN];
    const byFile = Object.groupBy(tested, (one) => one.in);
    const declared = declaredDialogs();
    const missing = [...declared].filter(([file, count]) => namesIn(byFile[file]).size < count);
    assert.deepEqual(missing, [], 'each needs as many lines as it has windows and menus');
    assert.deepEqual(
      Object.keys(byFile).filter((file) => !declared.has(file)),
      [],
    );
  });

  it('is made of the dialog or the menu of the console', () => {
    const files = globSync('**/*.tsx', { cwd: CONSOLE }).filter((file) =>
      /from '@radix-ui\/(?!react-icons)|<dialog|popover=/.test(
        readFileSync(join(CONSOLE, file), 'utf8'),
      ),
    );
    assert.deepEqual(files.sort(), ['ui/dialog.tsx', 'ui/menu.tsx']);
  });

  for (const place of sampled(PLACES, PLACES_BY_DAY, 'every dialog')) {
    const { at, who, isOtherOnPhone = false } = place;
    describe(titleOf(place), () => {
      let isShown = false;
      for (const one of place.dialogs) {
        it(`${one.name} (${one.in})`, async () => {
          const page = who === 'technician' ? technician : owner;
          await page.setViewportSize(LAPTOP);
          // The page is as it was before, unless the test before has failed.
          if (!isShown) await show(page, typeof at === 'string' ? at : at(ids));
          isShown = false;
          await assertDialog(page, one, isOtherOnPhone);
          isShown = true;
        });
      }
    });
  }

  it('leaves the board usable while it suggests who could take a visit, and says why not', async () => {
    await show(owner, '/dispatch');
    const card = owner.getByRole('button', { name: /^Sam Ortiz/ });
    await card.focus();
    await owner.keyboard.press('a');
    const suggestion = owner.getByRole('button', { name: /^1 / });
    await suggestion.waitFor();
    await assertAccessible(owner);
    await assertKeyboardReaches(owner);
    await card.focus();
    await owner.keyboard.press('Escape');
    await suggestion.waitFor({ state: 'detached' });
    assert(await card.evaluate((element) => element === element.ownerDocument.activeElement));
    await restOnLane(owner);
    await assertAccessible(owner);
  });

  it('asks for the password again long after the sign-in', async () => {
    await show(owner, `/settings/people/${ids.user}`);
    stand.service.clock.advance(MINUTES_11);
    const opened = await open(owner, PROVE_AGAIN);
    await assertUsable(owner, PROVE_AGAIN);
    await assertFits(owner, PROVE_AGAIN);
    await assertCloses(owner, opened);
  });

  it('asks to sign in again after the session has ended, until it is done', async () => {
    await owner.context().clearCookies();
    const opened = await open(owner, SIGN_IN_AGAIN);
    await assertUsable(owner, SIGN_IN_AGAIN);
    await assertFits(owner, SIGN_IN_AGAIN);
    await owner.keyboard.press('Escape');
    await opened.getByLabel('Password').fill(PASSWORD);
    await owner.keyboard.press('Enter');
    await opened.waitFor({ state: 'detached' });
    await owner.getByRole('textbox', { name: 'Invitation link' }).waitFor();
  });
});

const ANOTHER_TECHNICIAN = {
  name: 'Bao Nguyen',
  email: 'bao@example.com',
  role: 'technician',
};

/** By the way the address is built, with `$job` instead of the id of a job. */
function titleOf({ at }: Place): string {
  if (typeof at === 'string') return at;
  return at(new Proxy({} as DialogIds, { get: (_, name) => `$${String(name)}` }));
}

function namesIn(dialogs: readonly DialogToTest[] = []): ReadonlySet<string> {
  return new Set(dialogs.map(({ role, name }) => `${role} ${name}`));
}
