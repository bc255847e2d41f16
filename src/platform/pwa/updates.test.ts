import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { watchUpdates } from './updates.ts';

class FakeWorker extends EventTarget {
  state = 'installing';
  readonly told: unknown[] = [];
  postMessage(message: unknown): void {
    this.told.push(message);
  }
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = new FakeWorker();
  readonly update = vi.fn(async () => undefined);
}

/** A page with a service worker, and what it offered and did. */
function setUp() {
  const registration = new FakeRegistration();
  const container = Object.assign(new EventTarget(), { ready: Promise.resolve(registration) });
  const document = Object.assign(new EventTarget(), { hidden: false });
  const offered: (() => void)[] = [];
  const reload = vi.fn();
  const world = { isBusy: false };
  const started = watchUpdates({
    container,
    document,
    isBusy: () => world.isBusy,
    offer: (take: () => void) => void offered.push(take),
    reload,
    isOnline: () => true,
  } as unknown as Parameters<typeof watchUpdates>[0]);
  const install = (): FakeWorker => {
    const worker = new FakeWorker();
    registration.installing = worker;
    registration.dispatchEvent(new Event('updatefound'));
    registration.installing = null;
    registration.waiting = worker;
    worker.become('installed');
    return worker;
  };
  return {
    registration,
    container,
    document,
    offered,
    reload,
    world,
    started,
    install,
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('loads the page again where the browser does not activate the version that waits', async () => {
  const { offered, reload, started, install } = setUp();
  await started;
  install();
  offered[0]?.();
  vi.advanceTimersByTime(4_999);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('offers a version that waits, and takes it once no call is under way', async () => {
  const { container, offered, reload, world, started, install } = setUp();
  await started;
  const worker = install();
  expect(offered).toHaveLength(1);

  world.isBusy = true;
  offered[0]?.();
  vi.advanceTimersByTime(60_000);
  expect(worker.told).toEqual([]);
  world.isBusy = false;
  vi.advanceTimersByTime(250);
  expect(worker.told).toEqual([{ type: 'skip-waiting' }]);
  expect(reload).not.toHaveBeenCalled();
  container.dispatchEvent(new Event('controllerchange'));
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('is not loaded anew in the middle of a call that began while the new version took over', async () => {
  const { container, offered, reload, world, started, install } = setUp();
  await started;
  install();
  offered[0]?.();
  world.isBusy = true;
  container.dispatchEvent(new Event('controllerchange'));
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  world.isBusy = false;
  vi.advanceTimersByTime(250);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('offers one that waited before the page was opened', async () => {
  const { registration, offered, started } = setUp();
  registration.waiting = new FakeWorker();
  await started;
  expect(offered).toHaveLength(1);
});

it('is not loaded anew because another tab took the version; the offer then takes this tab along', async () => {
  const { registration, container, offered, reload, started, install } = setUp();
  await started;
  install();
  registration.waiting = null;
  container.dispatchEvent(new Event('controllerchange'));
  expect(reload).not.toHaveBeenCalled();
  offered[0]?.();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('looks for newer versions each hour and when the app is opened again', async () => {
  const { registration, document, started } = setUp();
  await started;
  vi.advanceTimersByTime(3_600_000);
  expect(registration.update).toHaveBeenCalledTimes(1);
  document.hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  document.hidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  expect(registration.update).toHaveBeenCalledTimes(2);
});
