import { createHash, createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fromHex, toHex, hmacSha256, sha256 } from '../../../contract/fairness/sha256.ts';

const bytes = (maxLength: number) => fc.uint8Array({ maxLength });

describe('SHA-256', () => {
  it('is what the system computes, across the ends of blocks', () => {
    fc.assert(
      fc.property(bytes(300), bytes(70), (first, second) => {
        const expected = createHash('sha256').update(first).update(second).digest('hex');
        expect(toHex(sha256(first, second))).toBe(expected);
      }),
    );
    for (const length of [0, 55, 56, 63, 64, 65, 119, 120, 100_000]) {
      const message = new Uint8Array(length).fill(7);
      expect(toHex(sha256(message)), `${length} bytes`).toBe(
        createHash('sha256').update(message).digest('hex'),
      );
    }
  });

  it('with a key is what the system computes', () => {
    fc.assert(
      fc.property(bytes(64), bytes(200), (key, message) => {
        expect(toHex(hmacSha256(key, message))).toBe(
          createHmac('sha256', key).update(message).digest('hex'),
        );
      }),
    );
  });
});

it('bytes come back from hexadecimal', () => {
  fc.assert(
    fc.property(bytes(40), (some) => {
      expect(fromHex(toHex(some))).toEqual(some);
    }),
  );
});
