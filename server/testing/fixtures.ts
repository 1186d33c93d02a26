import { after, before, beforeEach } from 'node:test';
import { startTestService, type TestOptions, type TestService } from './harness.ts';

/** Made once, before the tests of the suite; they use it as if it were there from the beginning. */
export function shared<T extends object>(make: () => Promise<T>): T {
  const { standIn, replace } = standInFor<T>();
  before(async () => replace(await make()));
  return standIn;
}

/** Made anew before each test of the suite. */
export function fresh<T extends object>(make: () => Promise<T>): T {
  const { standIn, replace } = standInFor<T>();
  beforeEach(async () => replace(await make()));
  return standIn;
}

/** A service for the tests of the suite, stopped after them. */
export function sharedService(options?: TestOptions): TestService {
  const service = shared(() => startTestService(options));
  after(() => service.stop());
  return service;
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
