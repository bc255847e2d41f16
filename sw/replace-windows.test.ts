import { expect, it, vi } from 'vitest';

import { replaceWindows } from './replace-windows.ts';

const windowThat = (answers: boolean) => ({
  url: 'https://goodies.test/wallet',
  navigate: vi.fn(async () => null),
  postMessage: (message: unknown, transfer: unknown) => {
    expect(message).toEqual({ type: 'replace' });
    if (answers) (transfer as readonly MessagePort[])[0]?.postMessage(true);
  },
});

it('leaves a page that runs to itself, and loads one anew that does not answer', async () => {
  const [running, dead] = [windowThat(true), windowThat(false)];
  const replace = (window: typeof running, sleep: (ms: number) => Promise<void>): Promise<void> =>
    replaceWindows([window], sleep);
  await replace(running, () => new Promise(() => undefined));
  const sleep = vi.fn(async (_ms: number) => undefined);
  await replace(dead, sleep);
  expect(sleep).toHaveBeenCalledExactlyOnceWith(5_000);
  expect(running.navigate).not.toHaveBeenCalled();
  expect(dead.navigate).toHaveBeenCalledExactlyOnceWith('https://goodies.test/wallet');
});
