import type { Person } from '../fixtures/api/people.ts';
import type { Caller } from './caller.ts';
import type { ChaosGateway } from './chaos-gateway.ts';
import type { Operation } from './history/operation.ts';
import type { Journal } from './journal.ts';
import type { WalletModel } from './wallet-model.ts';

/** What people live in while things break. */
export interface World {
  readonly people: readonly Person[];
  readonly caller: Pick<Caller, 'once' | 'untilAnswered' | 'attempts'>;
  readonly gateway: ChaosGateway;
  readonly model: WalletModel;
  readonly journal: Pick<Journal, 'note'>;
  /** What was asked, by its path, and how often it was answered well and refused. */
  readonly answers: Map<string, Answers>;
  /** Guesses that people were told to be in, right or wrong. */
  readonly guesses: Guess[];
  /** What was done to wallets and vouchers, and what was read of them. */
  readonly history: Operation[];
  /** Withdrawals that people were told of. */
  readonly withdrawals: Withdrawal[];
}

export interface Guess {
  readonly userId: number;
  readonly ulid: string;
  /** Which one of its voucher it is, as people were told. */
  readonly number: number;
}

interface Withdrawal {
  readonly person: Person;
  readonly reference: string;
  /** With its fee. */
  readonly chargedMinor: bigint;
}

export interface Answers {
  done: number;
  refused: number;
}
