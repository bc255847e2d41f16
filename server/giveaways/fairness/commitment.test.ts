import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fromHex, toHex } from '../../../contract/fairness/sha256.ts';
import { commitTo, proveDigits } from '../../../contract/fairness/commitment.ts';
import {
  climb,
  leafHash,
  merkleLevels,
  merklePath,
  merkleRoot,
} from '../../../contract/fairness/merkle.ts';

const ULID = 'v_01TEST';
const CODE = '4829104467320';
const MASTER = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
const RULES = '{"amount":1000000,"currency":"NGN","feeBp":1000,"hidden":[9,10,11,12],"v":1}';

const rootFromPath = (...way: Parameters<typeof climb>): Uint8Array | undefined =>
  climb(...way)?.nodes.at(-1)?.hash;

describe('a voucher commitment', () => {
  it('is the published test vector', () => {
    expect(commitTo(ULID, CODE, MASTER, RULES)).toEqual({
      rules: '8c5e841404799581d3df46e31a9d4338890e5b3b37656cace9777ee42ac0b9ff',
      root: 'd850a76558d60cb79575d0c4548d6bb2e11b29510a06646ea856f4ce73251cbb',
      commitment: 'e0bffb15a3211309b7c3e56f41fa3838b3c093ab874e2f9f367ce94901ddc761',
    });
  });

  it('can be reached from each digit, its salt and its path alone', () => {
    const { root } = commitTo(ULID, CODE, MASTER, RULES);
    const proofs = proveDigits(
      ULID,
      CODE,
      MASTER,
      [...CODE].map((_, position) => position),
    );
    for (const { position, digit, salt, path } of proofs) {
      const leaf = createHash('sha256')
        .update(Buffer.from([0]))
        .update(`digit/v1\n${ULID}\n${position}\n${digit}\n${salt}`)
        .digest();
      const reached = rootFromPath(leaf, position, CODE.length, path.map(fromHex));
      expect(reached && toHex(reached)).toBe(root);
    }
  });

  it('does not hold for another digit', () => {
    const [proof] = proveDigits(ULID, CODE, MASTER, [3]);
    const forged = leafHash(`digit/v1\n${ULID}\n3\n0\n${proof?.salt ?? ''}`);
    const reached = rootFromPath(forged, 3, CODE.length, (proof?.path ?? []).map(fromHex));
    expect(toHex(reached ?? new Uint8Array())).toMatch(/^[0-9a-f]{64}$/);
    expect(reached && toHex(reached)).not.toBe(commitTo(ULID, CODE, MASTER, RULES).root);
  });
});

describe('a Merkle tree', () => {
  it('has a path from every leaf, whatever its size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { minLength: 1, maxLength: 40 }),
        fc.nat(),
        (texts, pick) => {
          const leaves = texts.map(leafHash);
          const index = pick % leaves.length;
          const leaf = leaves[index] as Uint8Array;
          expect(
            rootFromPath(leaf, index, leaves.length, merklePath(merkleLevels(leaves), index)),
          ).toEqual(merkleRoot(leaves));
        },
      ),
    );
  });

  it('takes no path that is too short or too long', () => {
    const leaves = ['a', 'b', 'c'].map(leafHash);
    const [leaf = new Uint8Array()] = leaves;
    const path = merklePath(merkleLevels(leaves), 0);
    expect(rootFromPath(leaf, 0, 3, path.slice(1))).toBeUndefined();
    expect(rootFromPath(leaf, 0, 3, [leaf, ...path])).toBeUndefined();
    expect(rootFromPath(leaf, 3, 3, path)).toBeUndefined();
  });

  it('is refused without leaves', () => {
    expect(() => merkleRoot([])).toThrow('needs a leaf');
  });
});
