import { describe, expect, it, vi } from 'vitest';
import { createOutboxSync } from './outbox-sync.ts';

/** `failures`: how many sends fail before one succeeds. */
function setUp(failures: number) {
  const log: string[] = [];
  let sends = 0;
  const sync = createOutboxSync({
    send: async () => {
      sends += 1;
      log.push('send');
      if (sends <= failures) throw new Error('rows remain');
    },
    sleep: async (ms) => void log.push(`${ms} ms`),
    isOnline: () => true,
    registerSync: async () => void log.push('register'),
  });
  return { log, sync };
}

describe('when the outbox is sent', () => {
  it('on a sync event: one try, whose failure the browser is told', async () => {
    const { log, sync } = setUp(1);
    await expect(sync.onSync()).rejects.toThrow('rows remain');
    await sync.onSync();
    expect(log).toEqual(['send', 'send']);
  });

  it('on a message: again with growing pauses until all is sent', async () => {
    const { log, sync } = setUp(3);
    await sync.onDrainRequest();
    expect(log).toEqual(['send', '500 ms', 'send', '1000 ms', 'send', '2000 ms', 'send']);
  });

  it('on a message: gives up after a minute and leaves it to the browser', async () => {
    const { log, sync } = setUp(Infinity);
    await sync.onDrainRequest();
    expect(log.filter((entry) => entry === 'send')).toHaveLength(8);
    expect(log.at(-1)).toBe('register');
  });

  it('on two messages at once: by one pump, and by another later', async () => {
    const { log, sync } = setUp(0);
    await Promise.all([sync.onDrainRequest(), sync.onDrainRequest()]);
    expect(log).toEqual(['send']);
    await sync.onDrainRequest();
    expect(log).toEqual(['send', 'send']);
  });

  it.each([
    ['at once', true],
    ['with the next try where the network is known to be away', false],
  ])('on a message in a pause after failures: %s', async (_, isOnline) => {
    const pauses: number[] = [];
    let sends = 0;
    let rest = (): void => undefined;
    const sync = createOutboxSync({
      send: () => {
        sends += 1;
        return sends < 8 ? Promise.reject(new Error('rows remain')) : Promise.resolve();
      },
      // Up to the longest pause they pass at once.
      sleep: (ms) => {
        pauses.push(ms);
        return ms < 32_000 ? Promise.resolve() : new Promise((resolve) => (rest = resolve));
      },
      isOnline: () => isOnline,
      registerSync: async () => undefined,
    });
    const draining = sync.onDrainRequest();
    await vi.waitFor(() => expect(pauses.at(-1)).toBe(32_000));
    void sync.onDrainRequest();
    if (!isOnline) {
      await Promise.resolve();
      expect(sends).toBe(7);
      rest();
    }
    await draining;
    expect(sends).toBe(8);
  });

  it('on a message while a send fails: again at once', async () => {
    const log: string[] = [];
    let fail = (): void => undefined;
    const sync = createOutboxSync({
      send: () => {
        log.push('send');
        return log.length > 1
          ? Promise.resolve()
          : new Promise((_resolve, reject) => (fail = () => reject(new Error('rows remain'))));
      },
      sleep: () => new Promise(() => undefined),
      isOnline: () => true,
      registerSync: async () => undefined,
    });
    const draining = sync.onDrainRequest();
    void sync.onDrainRequest();
    fail();
    await draining;
    expect(log).toEqual(['send', 'send']);
  });

  it('ends a pause at once when another service worker takes this one’s place', async () => {
    const sync = createOutboxSync({
      send: () => Promise.reject(new Error('rows remain')),
      sleep: () => new Promise(() => undefined),
      isOnline: () => true,
      registerSync: async () => undefined,
    });
    const draining = sync.onDrainRequest();
    sync.retire();
    await draining;
  });
});
