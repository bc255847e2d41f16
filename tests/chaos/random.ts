import { createHash } from 'node:crypto';

/** Choices that a seed decides, so that a run can be told again. */
export interface Random {
  /** From 0, less than 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** Whether something happens that does so many times in a hundred. */
  percent(chance: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** Different ones, at most as many as there are. */
  pickSome<T>(from: readonly T[], count: number): T[];
}

const RANGE = 2 ** 32;

/** Choices of a name's own: what one part of a run chooses does not depend on how fast the others are. */
export function randomOf(seed: number, name: string): Random {
  let state = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE();
  const next = (): number => {
    // Mulberry32: small and even enough for choices.
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / RANGE;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(from: readonly T[]): T => {
    const found = from[between(0, from.length - 1)];
    if (found === undefined) throw new Error('nothing to choose from');
    return found;
  };
  return {
    next,
    between,
    percent: (chance) => next() * 100 < chance,
    pick,
    pickSome(from, count) {
      const left = [...from];
      const some: typeof left = [];
      while (some.length < count && left.length > 0)
        some.push(...left.splice(between(0, left.length - 1), 1));
      return some;
    },
  };
}
