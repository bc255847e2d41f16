import type { Person } from '../fixtures/api/people.ts';

/** A movement in one wallet, minor units; `reference` is what people quote to support. */
export interface Movement {
  readonly userId: number;
  readonly kind: string;
  readonly reference: string;
  readonly amountMinor: bigint;
}

/** A lottery as its entrants know it, until it is drawn. */
interface Lottery {
  readonly ulid: string;
  readonly creator: Person;
  readonly amountMinor: bigint;
  /** Who was told that a correct entry is in, with the number that it got. */
  readonly correct: { readonly person: Person; readonly number: number }[];
}

/**
 * What every wallet should hold, kept from what people were told and from the rules alone: it never looks at the
 * server's database.
 */
export class WalletModel {
  readonly #movements: Movement[] = [];
  readonly #lotteries: Lottery[] = [];
  /** Answers that cannot be true together, in words. */
  readonly contradictions: string[] = [];

  move({ userId }: Person, kind: string, reference: string, amountMinor: bigint): void {
    this.#movements.push({ userId, kind, reference, amountMinor });
  }

  addLottery(lottery: Lottery): void {
    this.#lotteries.push(lottery);
  }

  contradict(words: string): void {
    this.contradictions.push(words);
  }

  get lotteries(): readonly Lottery[] {
    return this.#lotteries;
  }

  /** Everything that should have moved, once each lottery was drawn. */
  movements(): Movement[] {
    return [...this.#movements, ...this.#lotteries.flatMap(prizesOf)];
  }
}

/** Equal parts for all who were right, what is left over in single units to the earliest; without one it goes back. */
function prizesOf({ ulid: reference, creator, amountMinor, correct }: Lottery): Movement[] {
  if (correct.length === 0)
    return [{ userId: creator.userId, kind: 'voucher_refund', reference, amountMinor }];
  const people = BigInt(correct.length);
  return correct
    .toSorted((a, b) => a.number - b.number)
    .map(({ person: { userId } }, index) => ({
      userId,
      kind: 'voucher_win',
      reference,
      amountMinor: amountMinor / people + (BigInt(index) < amountMinor % people ? 1n : 0n),
    }));
}
