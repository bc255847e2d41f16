import { expect, it } from 'vitest';

import { PARALLEL_FETCHES, warmHttpCache } from './warm-http-cache.ts';

it('fetches every file, a few at a time, and goes on after a failure', async () => {
  let underWay = 0;
  let most = 0;
  const fetched: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    underWay += 1;
    most = Math.max(most, underWay);
    await Promise.resolve();
    underWay -= 1;
    fetched.push(url);
    if (url === '3') throw new TypeError('failed to fetch');
    return new Response(url);
  };
  const urls = Array.from({ length: 12 }, (_, index) => String(index));
  await warmHttpCache(fetch, urls);
  expect(fetched.toSorted()).toEqual(urls.toSorted());
  expect(most).toBe(PARALLEL_FETCHES);
});
