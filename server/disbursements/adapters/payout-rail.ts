import { HOUR_MS } from '../../../contract/durations.ts';
import type { Currency } from '../../../contract/money.ts';
import type { Bank, DestinationType } from '../../../contract/withdrawals.ts';
import type { Clock } from '../../clock.ts';
import { asName, type Json } from '../../lib/call-gateway.ts';
import type { ProviderResponse } from '../disbursement.ts';

export interface RailResponse extends ProviderResponse {
  /** The rail's own id of the transfer. */
  readonly railReference?: string;
}

export interface Destination {
  readonly type: DestinationType;
  /** The bank or network as the rail calls it. */
  readonly code: string;
  /** Digits; a phone with its country code. */
  readonly accountNumber: string;
  readonly accountName: string;
}

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

/** One way of paying money out; implemented by real adapters and the sandbox. */
export interface PayoutRail {
  readonly name: string;
  /** @throws when it cannot be asked */
  listBanks(currency: Currency): Promise<readonly Bank[]>;
  /**
   * The name of the account's owner.
   * @returns null where the rail does not tell, undefined for an unknown account
   * @throws when it cannot be asked
   */
  resolveAccount(
    currency: Currency,
    bank: Bank,
    accountNumber: string,
  ): Promise<string | null | undefined>;
  /**
   * Sends a transfer; sending the same reference again pays nothing more.
   * @throws when it is unknown whether the rail accepted it (timeout, broken connection, internal error)
   */
  send(transfer: Transfer): Promise<RailResponse>;
  /** @throws when it cannot be asked */
  find(transfer: KnownTransfer): Promise<RailResponse>;
}

export interface PayoutRails {
  /** The rail for new payouts of a currency; undefined where it cannot be withdrawn. */
  payingOut(currency: Currency): PayoutRail | undefined;
  /** The rail of an existing payout; undefined when it is not configured. */
  named(name: string): PayoutRail | undefined;
}

export interface RailParts {
  readonly clock: Clock;
  readonly timeoutMs?: number | undefined;
}

export const BANKS_CACHE_MS = 6 * HOUR_MS;

export function readBank(row: Json, type: Bank['type']): Bank | undefined {
  const [code, name] = [asName(row['code']), asName(row['name'])];
  return code && name ? { type, code, name } : undefined;
}

/** Sorts by name and drops repeated codes, which the rails' lists contain. */
export function sortBanks(banks: readonly (Bank | undefined)[]): Bank[] {
  const byCode = new Map<string, Bank>();
  for (const bank of banks) if (bank && !byCode.has(bank.code)) byCode.set(bank.code, bank);
  return [...byCode.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
