import { FEE_MINOR, RESERVE_MINOR, type Made } from './payment-voucher-scene.ts';

/**
 * What may be done in a sequence; `voucher` counts through those there are, `amount` is minor units, and no
 * person means the voucher's creator.
 */
export type Operation =
  | { readonly do: 'top up'; readonly person: number; readonly amount: number }
  | {
      readonly do: 'make';
      readonly person: number;
      readonly amount: number;
      readonly deadlineMs: number | null;
    }
  | { readonly do: 'pay'; readonly voucher: number }
  | { readonly do: 'redeem'; readonly person: number; readonly voucher: number }
  | {
      readonly do: 'split';
      readonly person: number | null;
      readonly voucher: number;
      readonly amount: number;
    }
  | { readonly do: 'cancel'; readonly person: number | null; readonly voucher: number }
  | { readonly do: 'wait'; readonly ms: number };

export interface ModelVoucher extends Made {
  readonly creator: number;
  amount: bigint;
  status: 'pending' | 'active' | 'used' | 'cancelled' | 'expired';
  winner: number | null;
  wasPaid: boolean;
  readonly expiresAtMs: number | null;
}

const SPLIT_MINIMUM_MINOR = 1_000n;

/**
 * What a few people and their payment vouchers should look like, worked out from the rules and not from the
 * server: each method gives the outcome that the server has to have, and changes the model accordingly.
 */
export class MoneyModel {
  readonly wallets: bigint[];
  readonly vouchers: ModelVoucher[] = [];
  nowMs: number;

  constructor(people: number, nowMs: number) {
    this.wallets = Array.from({ length: people }, () => 0n);
    this.nowMs = nowMs;
  }

  #add(person: number, amount: bigint): void {
    this.wallets[person] = (this.wallets[person] ?? 0n) + amount;
  }

  #isOver = ({ expiresAtMs }: ModelVoucher): boolean =>
    expiresAtMs !== null && expiresAtMs <= this.nowMs;

  /** What only an active, unused voucher can do is refused with this. */
  #refusal(voucher: ModelVoucher): string | undefined {
    if (voucher.status === 'used') return 'voucher_used';
    if (voucher.status === 'expired') return 'voucher_expired';
    if (voucher.status !== 'active') return 'voucher_not_active';
    return this.#isOver(voucher) ? 'voucher_expired' : undefined;
  }

  topUp(person: number, amount: bigint): string {
    this.#add(person, amount);
    return 'done';
  }

  pay(voucher: ModelVoucher): string {
    if (voucher.status !== 'pending') {
      if (voucher.wasPaid) return 'done';
      if (voucher.status === 'cancelled') return 'voucher_not_active';
      return voucher.status === 'expired' ? 'voucher_expired' : 'already_paid';
    }
    if (this.#isOver(voucher)) return 'voucher_expired';
    const held = this.wallets[voucher.creator] ?? 0n;
    if (held < voucher.amount + FEE_MINOR) return 'insufficient_funds';
    if (held < voucher.amount + RESERVE_MINOR) return 'wallet_reserve_short';
    this.#add(voucher.creator, -(voucher.amount + FEE_MINOR));
    voucher.status = 'active';
    voucher.wasPaid = true;
    return 'done';
  }

  redeem(person: number, voucher: ModelVoucher): string {
    if (voucher.status === 'used' && voucher.winner === person) return 'done';
    if (voucher.status === 'pending' && voucher.creator !== person) return 'voucher_not_found';
    const refusal = this.#refusal(voucher);
    if (refusal) return refusal;
    voucher.status = 'used';
    voucher.winner = person;
    this.#add(person, voucher.amount);
    return 'done';
  }

  /** The new voucher is the caller's to add, since the server names it. */
  split(person: number, voucher: ModelVoucher, first: bigint): string {
    if (voucher.creator !== person) return 'voucher_not_found';
    const refusal = this.#refusal(voucher);
    if (refusal) return refusal;
    if (first < SPLIT_MINIMUM_MINOR) return 'split_too_small';
    if (first > voucher.amount - SPLIT_MINIMUM_MINOR) return 'split_too_large';
    voucher.amount = first;
    return 'done';
  }

  cancel(person: number, voucher: ModelVoucher): string {
    if (voucher.creator !== person) return 'voucher_not_found';
    if (voucher.status === 'cancelled') return 'done';
    if (voucher.status !== 'pending' && voucher.status !== 'active')
      return this.#refusal(voucher) ?? 'done';
    if (voucher.status === 'active') this.#add(voucher.creator, voucher.amount);
    voucher.status = 'cancelled';
    return 'done';
  }

  /** Time passes, and the server looks for what is due. */
  wait(ms: number): string {
    this.nowMs += ms;
    for (const voucher of this.vouchers) {
      if ((voucher.status !== 'pending' && voucher.status !== 'active') || !this.#isOver(voucher))
        continue;
      if (voucher.status === 'active') this.#add(voucher.creator, voucher.amount);
      voucher.status = 'expired';
    }
    return 'done';
  }
}
