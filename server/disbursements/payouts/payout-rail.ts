import type { Currency } from '../../../contract/money.ts';
import type { Bank, DestinationType } from '../../../contract/withdrawals.ts';
import type { Clock } from '../../clock.ts';
import type { Verdict } from '../verdict.ts';

/** What a rail says of one transfer. */
export interface RailVerdict extends Verdict {
  /** The rail's own name for the transfer. */
  readonly railReference?: string;
}

export interface Destination {
  readonly type: DestinationType;
  /** The bank or network as the rail calls it. */
  readonly code: string;
  /** Digits: of a bank account as they are, of a phone with the country's code. */
  readonly accountNumber: string;
  readonly accountName: string;
}

/** A transfer that the rail may know by now. */
export interface KnownTransfer {
  /** Ours; the rail never pays the same one twice. */
  readonly reference: string;
  readonly currency: Currency;
  readonly railReference: string | undefined;
  readonly createdAt: Date;
}

export interface Transfer extends KnownTransfer {
  readonly amountMinor: bigint;
  readonly destination: Destination;
}

/** One way of paying money out; a real adapter and the sandbox look the same from here. */
export interface PayoutRail {
  readonly name: string;
  /** Where it can pay to. @throws when it cannot be asked. */
  listBanks(currency: Currency): Promise<readonly Bank[]>;
  /**
   * Whose account that is.
   * @returns null where the rail does not tell, undefined when there is no such account
   * @throws when it cannot be asked.
   */
  resolveAccount(
    currency: Currency,
    bank: Bank,
    accountNumber: string,
  ): Promise<string | null | undefined>;
  /**
   * Hands a transfer over; again with the same reference pays nothing more.
   * @throws when it is unknown whether the rail took it: a time-out, a broken connection, an error of its own.
   */
  send(transfer: Transfer): Promise<RailVerdict>;
  /** Asks what became of a transfer. @throws when it cannot be asked. */
  find(transfer: KnownTransfer): Promise<RailVerdict>;
}

export interface PayoutRails {
  /** The rail that pays a currency out now; undefined where it cannot be withdrawn. */
  payingOut(currency: Currency): PayoutRail | undefined;
  /** The rail of that name, for transfers that are on their way; undefined when it is no longer configured. */
  named(name: string): PayoutRail | undefined;
}

/** What a rail needs beside its account. */
export interface RailParts {
  readonly clock: Clock;
  /** How long an answer may take. */
  readonly timeoutMs?: number | undefined;
}
