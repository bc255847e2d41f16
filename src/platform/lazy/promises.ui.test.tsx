import { startTransition, Suspense, use, type ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';

import { readable } from './promises.ts';

interface PageProps {
  /** Undefined on the server, which does not wait. */
  readonly awaited?: Promise<string>;
  readonly onTap?: () => void;
}

function Tappable({ awaited, onTap }: PageProps): ReactElement {
  if (awaited) use(awaited);
  return <button onClick={onTap}>Redeem</button>;
}

const page = (props: PageProps): ReactElement => (
  <Suspense>
    <Tappable {...props} />
  </Suspense>
);

/** Hydrates a page that reads a promise settled long ago, and taps on it before React came to it. */
async function tapsHeard(awaited: Promise<string>): Promise<number> {
  await awaited;
  const onTap = vi.fn<() => void>();
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(page({}));
  startTransition(() => {
    hydrateRoot(root, page({ awaited, onTap }));
  });
  root.querySelector('button')?.click();
  return onTap.mock.calls.length;
}

it('lets a part of the page that reads it be hydrated by the tap that needs it', async () => {
  expect(await tapsHeard(readable(Promise.resolve('signed-in')))).toBe(1);
});

it('is needed for that', async () => {
  expect(await tapsHeard(Promise.resolve('signed-in'))).toBe(0);
});

it('leaves a rejection to those who read it', async () => {
  const failing = readable(Promise.reject<string>(new Error('no network')));
  await expect(failing).rejects.toThrow('no network');
  expect(Object.entries(failing)).toEqual([
    ['status', 'rejected'],
    ['reason', new Error('no network')],
  ]);
});
