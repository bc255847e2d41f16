import { EXCHANGE_QUOTE_MS } from '../../../contract/constants.ts';
import { CURRENCIES, type Currency } from '../../../contract/money.ts';

/** What may be done in a sequence; `quote` counts through those there are, `amount` is minor units. */
export type Operation =
  | { readonly do: 'top up'; readonly person: number; readonly amount: number }
  | {
      readonly do: 'quote';
      readonly person: number;
      readonly from: Currency;
      readonly to: Currency;
      readonly amount: number;
    }
  | { readonly do: 'exchange'; readonly person: number | null; readonly quote: number }
  | { readonly do: 'wait'; readonly ms: number };

interface ModelQuote {
  readonly reference: string;
  readonly person: number;
  readonly from: Currency;
  readonly to: Currency;
  readonly amount: bigint;
  readonly gets: bigint;
  readonly madeAtMs: number;
  isUsed: boolean;
}

type Rates = Readonly<Record<Currency, Readonly<Record<Currency, number>>>>;

/**
 * What wallets and the house should hold, worked out from the rules and not from the server: rates are parts in
 * 10^9, of which a hundredth stays, and what is left over of a minor unit is not given.
 */
export class ExchangeModel {
  readonly #wallets = new Map<string, bigint>();
  readonly #house = new Map<Currency, bigint>();
  readonly #rates: Rates;
  readonly quotes: ModelQuote[] = [];
  nowMs: number;

  constructor(rates: Rates, nowMs: number) {
    this.#rates = rates;
    this.nowMs = nowMs;
  }

  wallet = (person: number, currency: Currency): bigint =>
    this.#wallets.get(`${person}:${currency}`) ?? 0n;
  house = (currency: Currency): bigint => this.#house.get(currency) ?? 0n;

  add(person: number, currency: Currency, amount: bigint): void {
    this.#wallets.set(`${person}:${currency}`, this.wallet(person, currency) + amount);
  }

  #addToHouse(currency: Currency, amount: bigint): void {
    this.#house.set(currency, this.house(currency) + amount);
  }

  /** What an amount gives, in minor units; the refusal where it is not exchanged. */
  quote(from: Currency, to: Currency, amount: bigint): bigint | string {
    if (from === to) return 'same_currency';
    const parts = BigInt(Math.round(this.#rates[from][to] * 1e12));
    const gets = (amount * parts * 99n) / (100n * 10n ** 12n);
    return gets === 0n ? 'exchange_too_small' : gets;
  }

  exchange(person: number, quote: ModelQuote): string {
    if (quote.person !== person) return 'quote_expired';
    if (quote.isUsed) return 'done';
    if (this.nowMs >= quote.madeAtMs + EXCHANGE_QUOTE_MS) return 'quote_expired';
    if (this.wallet(person, quote.from) < quote.amount) return 'insufficient_funds';
    quote.isUsed = true;
    this.add(person, quote.from, -quote.amount);
    this.add(person, quote.to, quote.gets);
    this.#addToHouse(quote.from, quote.amount);
    this.#addToHouse(quote.to, -quote.gets);
    return 'done';
  }

  /** What all wallets and the house hold together of each currency: what was topped up. */
  total = (people: number): ReadonlyMap<Currency, bigint> =>
    new Map(
      CURRENCIES.map((currency) => [
        currency,
        Array.from({ length: people }, (_, person) => this.wallet(person, currency)).reduce(
          (sum, held) => sum + held,
          this.house(currency),
        ),
      ]),
    );
}
