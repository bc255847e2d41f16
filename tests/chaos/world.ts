import type { Person } from '../fixtures/api/people.ts';
import type { Caller } from './caller.ts';
import type { ChaosGateway } from './chaos-gateway.ts';
import type { Journal } from './journal.ts';
import type { WalletModel } from './wallet-model.ts';

/** What people live in while things break. */
export interface World {
  readonly people: readonly Person[];
  readonly caller: Caller;
  readonly gateway: ChaosGateway;
  readonly model: WalletModel;
  readonly journal: Journal;
  /** Withdrawals that people were told of. */
  readonly withdrawals: Withdrawal[];
}

interface Withdrawal {
  readonly person: Person;
  readonly reference: string;
  readonly amountMinor: bigint;
}
