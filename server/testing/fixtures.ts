import { after, before, beforeEach } from 'node:test';
import { startTestService, type TestOptions, type TestService } from './harness.ts';
import { FIRST_NOW } from './test-clock.ts';

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

interface WithWorker {
  hasWorker?: boolean;
}

/**
 * A service for the tests of the suite, with its worker if they need one. The suites of a process share it and its
 * database, one after another: each has organizations of its own, and begins with the clock where it always begins.
 */
export function sharedService(options: (TestOptions & WithWorker) | WithWorker = {}): TestService {
  if ('ownDatabase' in options) {
    return shared(async () => {
      const service = await startTestService(options);
      if (options.hasWorker) await service.startWorker();
      return service;
    });
  }
  const { hasWorker = false } = options;
  return shared(async () => {
    const service = await serviceOfProcess(hasWorker);
    service.clock.set(FIRST_NOW);
    return { ...service, startWorker: refuse, restart: refuse, stop: async () => {} };
  });
}

function refuse(): never {
  throw new Error('Others use this service too: give the suite one of its own, with ownDatabase.');
}

const servicesOfProcess = new Map<boolean, Promise<TestService>>();

/** One with a worker and one without: some tests look at what a worker would take away. */
function serviceOfProcess(hasWorker: boolean): Promise<TestService> {
  const started = servicesOfProcess.get(hasWorker) ?? startShared(hasWorker);
  servicesOfProcess.set(hasWorker, started);
  return started;
}

async function startShared(hasWorker: boolean): Promise<TestService> {
  const service = await startTestService({ ownDatabase: true, because: 'the suites share it' });
  if (hasWorker) await service.startWorker();
  return service;
}

// The runner loads this file before any suite, so it runs after all of them.
after(async () => {
  for (const service of servicesOfProcess.values()) await (await service).stop();
});

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
