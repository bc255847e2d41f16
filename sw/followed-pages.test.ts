import { describe, expect, it } from 'vitest';

import { MAX_FOLLOWED, refreshFollowed } from './followed-pages.ts';

function setUp(followed: readonly string[], isSaving = false) {
  const done: string[] = [];
  const deps = {
    isSaving: async () => isSaving,
    readFollowed: async () => followed,
    cache: async (path: string) => void done.push(path),
  };
  return { done, refresh: () => refreshFollowed(deps) };
}

describe('the pages of followed vouchers', () => {
  it('are fetched, those seen last, and not more than a few', async () => {
    const { done, refresh } = setUp(['A', 'B', 'C', 'D', 'E', 'F']);
    await refresh();
    expect(done).toEqual(['/v/A', '/v/B', '/v/C', '/v/D', '/v/E']);
    expect(done).toHaveLength(MAX_FOLLOWED);
  });

  it('are left alone while data is saved', async () => {
    const { done, refresh } = setUp(['A'], true);
    await refresh();
    expect(done).toEqual([]);
  });
});
