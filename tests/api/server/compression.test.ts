import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';

import { openGiveaway } from '../../fixtures/api/giveaways.ts';
import { addPerson } from '../../fixtures/api/people.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();

it('sends an answer of more than a packet compressed, where the client takes it', async () => {
  const ada = await addPerson(test.deps, 'ada', { walletMinor: 100_000_000n });
  for (let count = 0; count < 3; count += 1) await openGiveaway(test, ada);
  const get = (path: string, coding: string) =>
    test.app.inject({
      url: `/api/v1${path}`,
      headers: { 'accept-encoding': coding, authorization: `Bearer ${ada.token}` },
    });
  const plain = await get('/vouchers', 'identity');
  expect(plain.rawPayload.length).toBeGreaterThan(1024);
  expect(plain.headers['content-encoding']).toBeUndefined();
  const packed = await get('/vouchers', 'gzip, br');
  expect(packed.headers['content-encoding']).toBe('br');
  expect(packed.headers.vary).toMatch(/accept-encoding/i);
  expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  const short = await get('/points', 'br');
  expect(short.rawPayload.length).toBeLessThan(1024);
  expect(short.headers['content-encoding']).toBeUndefined();
});
