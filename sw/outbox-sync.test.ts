import { describe, expect, it } from 'vitest';
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

  it('ends a pause at once when another service worker takes this one’s place', async () => {
    const sync = createOutboxSync({
      send: () => Promise.reject(new Error('rows remain')),
      sleep: () => new Promise(() => undefined),
      registerSync: async () => undefined,
    });
    const draining = sync.onDrainRequest();
    sync.retire();
    await draining;
  });
});
