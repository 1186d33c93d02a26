import { after, before, beforeEach } from 'node:test';
import { startTestService, type TestOptions, type TestService } from './harness.ts';

/**
 * Created once, before the tests of the suite, which can use it as if it always existed. If it can be stopped, it is
 * stopped after them.
 */
export function shared<T extends object>(create: () => Promise<T>): T {
  const { proxy, replace } = proxyFor<T>();
  let created: T | undefined;
  before(async () => {
    created = await inTurn(create);
    replace(created);
  });
  after(async () => {
    if (created && 'stop' in created && typeof created.stop === 'function') await created.stop();
  });
  return proxy;
}

let lastCreated: Promise<unknown> = Promise.resolve();

/** The runner starts all hooks outside of suites at once, but a later fixture may need an earlier one. */
function inTurn<T>(create: () => Promise<T>): Promise<T> {
  const created = lastCreated.then(create);
  lastCreated = created.catch(() => {});
  return created;
}

/** Runs once before the tests of the suite, after the fixtures declared before it. */
export function setUp(work: () => Promise<void>): void {
  before(() => inTurn(work));
}

/** Created again before each test of the suite. */
export function fresh<T extends object>(create: () => Promise<T>): T {
  const { proxy, replace } = proxyFor<T>();
  beforeEach(async () => replace(await create()));
  return proxy;
}

/** A service for the tests of the suite, with its worker if they need one. */
export function sharedService(options: TestOptions & { hasWorker?: boolean } = {}): TestService {
  return shared(async () => {
    const service = await startTestService(options);
    if (options.hasWorker) await service.startWorker();
    return service;
  });
}

/** A proxy for an object that is created later: it forwards everything to that object. */
function proxyFor<T extends object>(): { proxy: T; replace(created: T): void } {
  let current: T | undefined;
  const created = (): T => {
    if (current === undefined)
      throw new Error('This fixture is created before the tests: use it only inside tests.');
    return current;
  };
  const proxy: T = new Proxy(Object.create(null), {
    get(_target, name) {
      const value = Reflect.get(created(), name);
      return typeof value === 'function' ? value.bind(created()) : value;
    },
    set: (_target, name, value) => Reflect.set(created(), name, value),
  });
  return {
    proxy,
    replace(next) {
      current = next;
    },
  };
}
