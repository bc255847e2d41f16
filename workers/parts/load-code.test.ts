import { expect, it } from 'vitest';

import { loadCode } from './load-code.ts';

it('takes code that cannot be fetched for a want of network', async () => {
  expect(await loadCode(() => Promise.reject(new TypeError('Failed to fetch')))).toMatchObject({
    ok: false,
    error: { code: 'network' },
  });
  expect(await loadCode(() => Promise.resolve({ answer: 42 }))).toEqual({
    ok: true,
    value: { answer: 42 },
  });
});
