import { describe, expect, it } from 'vitest';

import { type Acknowledged, findMissing, findTwoPrimaries } from './judge-primaries.ts';

const write = (
  member: string,
  number: number,
  timeline: string,
  beganMs: number,
  endedMs = beganMs + 10,
): Acknowledged => ({ member, number, timeline, beganMs, endedMs });

describe('findTwoPrimaries', () => {
  it('finds nothing where one primary follows the other, and the first one comes back', () => {
    const writes = [
      write('a', 1, '00000001', 0),
      write('b', 2, '00000002', 1_000),
      write('a', 3, '00000003', 2_000),
      write('a', 4, '00000003', 2_100),
    ];
    expect(findTwoPrimaries(writes)).toEqual([]);
  });

  it('takes a write that began before for one of the former primary, however late it was answered', () => {
    const writes = [write('a', 1, '00000001', 0, 5_000), write('b', 2, '00000002', 1_000)];
    expect(findTwoPrimaries(writes)).toEqual([]);
  });

  it('finds a former primary that acknowledges what is sent after its successor did', () => {
    const writes = [write('b', 2, '00000002', 1_000), write('a', 1, '00000001', 1_500)];
    expect(findTwoPrimaries(writes)).toEqual(['a 1 after b 2 was the primary']);
  });

  it('finds two members that were promoted to the same timeline', () => {
    const writes = [write('a', 1, '00000002', 0), write('b', 2, '00000002', 500)];
    expect(findTwoPrimaries(writes)).toEqual(['a and b on timeline 00000002']);
  });
});

it('finds acknowledged writes that are not stored', () => {
  const writes = [write('a', 1, '00000001', 0), write('a', 2, '00000001', 100)];
  expect(findMissing(writes, [{ member: 'a', number: 2 }])).toEqual(['a 1']);
});
