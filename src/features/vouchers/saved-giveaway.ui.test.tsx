import { expect, test } from 'vitest';

import type { Failure } from '../../../contract/result.ts';
import type { LiveState } from '../../platform/live/use-live.ts';
import type { RefreshState } from '../../platform/live/use-refresh.ts';
import { render } from '../../ui/test-render.ts';
import { SavedGiveaway } from './saved-giveaway.tsx';

const SAVED = { phase: 'ready', data: { fetchedAt: 0 } } as const;
const NOTHING = { phase: 'ready', data: undefined } as const;
const failed = (error: Partial<Failure>): RefreshState => ({
  phase: 'failed',
  error: { code: 'network', message: 'No network', ...error },
});

const textOf = (
  read: LiveState<{ readonly fetchedAt: number } | undefined>,
  refresh: RefreshState,
): string =>
  render(
    <SavedGiveaway
      read={read}
      refresh={[refresh, () => undefined]}
      loading="Loading"
      refusedTitle={(status) => `Refused with ${status}`}
    >
      {() => 'The row'}
    </SavedGiveaway>,
  ).container.textContent;

test('what was saved shows while the server is asked, and when it cannot be', () => {
  expect(textOf(SAVED, { phase: 'running' })).toBe('The row');
  const unrefreshed = textOf(SAVED, failed({}));
  for (const words of ['No network', 'Retry', 'Saved', 'The row'])
    expect(unrefreshed).toContain(words);
});

test.each([403, 404])('a refusal with %i hides what was saved', (status) => {
  const text = textOf(SAVED, failed({ status }));
  expect(text).toContain(`Refused with ${status}`);
  expect(text).not.toContain('The row');
  expect(text).not.toContain('Retry');
});

test('with nothing saved it waits for both, the device and the server', () => {
  expect(textOf(NOTHING, { phase: 'running' })).toBe('Loading');
  expect(textOf({ phase: 'loading' }, failed({}))).toBe('Loading');
  expect(textOf(NOTHING, failed({}))).toContain('Could not load');
});
