import { act, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { render } from '../../ui/test-render.ts';
import { useNow } from './use-now.ts';

let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
});
afterEach(() => {
  isHidden = false;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('is renewed as soon as the page is seen again', async () => {
  let shown = 0;
  function Clock(): ReactElement {
    shown = useNow(MINUTE_MS).getTime();
    return <p>{shown}</p>;
  }
  render(<Clock />);
  isHidden = true;
  // A phone that sleeps runs no timers.
  await act(async () => vi.setSystemTime(DAY_MS));
  expect(shown).toBe(0);
  isHidden = false;
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  expect(shown).toBe(DAY_MS);
});
