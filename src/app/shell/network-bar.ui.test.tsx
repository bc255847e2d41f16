import { act, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { useShownAge } from '../../platform/live/shown-age.ts';
import { AppRouter } from '../../platform/routing/router.tsx';
import { one, render } from '../../ui/test-render.ts';
import { NetworkBar } from './network-bar.tsx';

vi.mock('../../platform/connectivity.ts', () => ({ useConnectivity: () => 'offline' }));

function Shown({ ageMs }: { readonly ageMs: number | undefined }): ReactElement {
  useShownAge(ageMs === undefined ? undefined : NOW - ageMs);
  return <p>Something</p>;
}

const NOW = Date.UTC(2026, 10, 20, 10);
const screen = (...ages: readonly (number | undefined)[]): ReactElement => (
  <AppRouter path="/">
    <NetworkBar />
    {ages.map((ageMs, at) => (
      <Shown key={at} ageMs={ageMs} />
    ))}
  </AppRouter>
);

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

it('tells how old the oldest is of what the page shows, not how old the newest', () => {
  const { container, rerender } = render(screen(0, 20 * 60 * MINUTE_MS, undefined));
  expect(container.textContent).toContain('You are offline. Saved 20 hours ago.');
  rerender(screen(0, 5 * MINUTE_MS));
  expect(container.textContent).toContain('You are offline. Saved 5 minutes ago.');
  rerender(screen());
  expect(container.textContent).toContain('You are offline. ');
  expect(container.textContent).not.toContain('Saved');
});

it('is announced once: what a screen reader is told does not change with the minutes', () => {
  const { container } = render(screen(5 * MINUTE_MS));
  const region = one(container, '[role=status]');
  const said: string[] = [];
  const observer = new MutationObserver(() => said.push(region.textContent));
  observer.observe(region, { childList: true, characterData: true, subtree: true });
  act(() => void vi.advanceTimersByTime(3 * MINUTE_MS));
  expect(container.textContent).toContain('Saved 8 minutes ago.');
  expect(observer.takeRecords()).toEqual([]);
  expect(said).toEqual([]);
  expect(region.textContent).toBe('You are offline.');
  act(() => void vi.advanceTimersByTime(DAY_MS));
  expect(region.textContent).toBe('You are offline.');
});
