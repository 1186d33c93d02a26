import { after, before, beforeEach } from 'node:test';
import { startTestService, type TestOptions, type TestService } from './harness.ts';

/**
 * Made once, before the tests of the suite, which use it as if it were there from the beginning. What can be
 * stopped is stopped after them.
 */
export function shared<T extends object>(make: () => Promise<T>): T {
  const { standIn, replace } = standInFor<T>();
  let made: T | undefined;
  before(async () => {
    made = await inTurn(make);
    replace(made);
  });
  after(async () => {
    if (made && 'stop' in made && typeof made.stop === 'function') await made.stop();
  });
  return standIn;
}

let lastMade: Promise<unknown> = Promise.resolve();

/** The runner starts all hooks outside of suites at once, but what is made second may need the first. */
function inTurn<T>(make: () => Promise<T>): Promise<T> {
  const made = lastMade.then(make);
  lastMade = made.catch(() => {});
  return made;
}

/** Done once before the tests of the suite, after what was made before it. */
export function setUp(work: () => Promise<void>): void {
  before(() => inTurn(work));
}

/** Made anew before each test of the suite. */
export function fresh<T extends object>(make: () => Promise<T>): T {
  const { standIn, replace } = standInFor<T>();
  beforeEach(async () => replace(await make()));
  return standIn;
}

/** A service for the tests of the suite, with its worker if they need one. */
export function sharedService(options: TestOptions & { hasWorker?: boolean } = {}): TestService {
  return shared(async () => {
    const service = await startTestService(options);
    if (options.hasWorker) await service.startWorker();
    return service;
  });
}

/** An object that stands in for one that is made later: whatever is asked of it is asked of that one. */
function standInFor<T extends object>(): { standIn: T; replace(made: T): void } {
  let current: T | undefined;
  const made = (): T => {
    if (current === undefined) throw new Error('It is made before the tests, and used in them.');
    return current;
  };
  const standIn: T = new Proxy(Object.create(null), {
    get(_target, name) {
      const value = Reflect.get(made(), name);
      return typeof value === 'function' ? value.bind(made()) : value;
    },
    set: (_target, name, value) => Reflect.set(made(), name, value),
  });
  return {
    standIn,
    replace(next) {
      current = next;
    },
  };
}
