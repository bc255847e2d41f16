import type { BillCategoryId } from '../../../contract/purchases.ts';
import type { Currency } from '../../../contract/money.ts';
import type { RegionKey } from '../../../contract/region-table.ts';
import type { Clock } from '../../clock.ts';
import type { Verdict } from '../verdict.ts';

/** What a supplier says of one order. */
export interface SupplierVerdict extends Verdict {
  /** The supplier's own name for the order. */
  readonly supplierReference?: string | undefined;
  /** What is typed into a prepaid meter. */
  readonly token?: string | undefined;
}

/** An order that the supplier may know by now. */
export interface KnownOrder {
  /** Ours; the supplier never delivers the same one twice. */
  readonly reference: string;
  readonly currency: Currency;
  /** Minor units; an answer that names another amount is not about this order. */
  readonly amountMinor: bigint;
  /** What is bought, as the supplier calls it. */
  readonly product: string;
  readonly supplierReference: string | undefined;
  readonly createdAt: Date;
}

export interface Order extends KnownOrder {
  readonly region: RegionKey;
  /** Digits of a phone with its country's code; a meter, a smartcard. */
  readonly customer: string;
}

/** Who delivers what was bought; a real adapter and the sandbox look the same from here. */
export interface Supplier {
  readonly name: string;
  /**
   * Hands an order over; again with the same reference delivers nothing more.
   * @throws when it is unknown whether the supplier took it: a time-out, a broken connection, an error of its own.
   */
  send(order: Order): Promise<SupplierVerdict>;
  /** Asks what became of an order. @throws when it cannot be asked. */
  find(order: KnownOrder): Promise<SupplierVerdict>;
}

/** A price that stands, minor units. */
export interface FixedPrice {
  readonly amountMinor: bigint;
  /** What it buys: '1.5 GB, 30 days'; '' where the supplier does not say. */
  readonly name: string;
}

/** What a supplier sells of one network: airtime, or data at fixed prices. Minor units. */
export interface Operator {
  readonly product: string;
  readonly name: string;
  readonly isData: boolean;
  /** The only prices; empty where any between the least and the most is taken. */
  readonly prices: readonly FixedPrice[];
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
}

export interface AirtimeSupplier extends Supplier {
  /** @throws when it cannot be asked. */
  listOperators(region: RegionKey): Promise<readonly Operator[]>;
}

/** One thing that a biller takes money for. Minor units. */
export interface SoldItem {
  readonly id: string;
  /** What is bought, as an order names it. */
  readonly product: string;
  readonly name: string;
  readonly amountMinor: bigint | undefined;
  readonly minMinor: bigint | undefined;
  readonly maxMinor: bigint | undefined;
  readonly feeMinor: bigint;
}

export interface SoldBiller {
  readonly id: string;
  readonly name: string;
  readonly category: BillCategoryId;
  readonly customerLabel: string;
  /** Whether `findCustomer` tells a name. */
  readonly isChecked: boolean;
  readonly items: readonly SoldItem[];
}

export interface BillSupplier extends Supplier {
  /** @throws when it cannot be asked. */
  listBillers(region: RegionKey): Promise<readonly SoldBiller[]>;
  /**
   * Whose number that is.
   * @returns null where the biller does not tell, undefined when there is no such customer
   * @throws when it cannot be asked.
   */
  findCustomer(
    biller: SoldBiller,
    item: SoldItem,
    customer: string,
  ): Promise<string | null | undefined>;
}

export interface Suppliers {
  /** Who sells airtime there now; undefined where no supplier does. */
  airtimeIn(region: RegionKey): AirtimeSupplier | undefined;
  /** Who takes bills there now; undefined where no supplier does. */
  billsIn(region: RegionKey): BillSupplier | undefined;
  /** The supplier of that name, for orders on their way; undefined when it is no longer configured. */
  named(kind: 'airtime' | 'bill', name: string): Supplier | undefined;
}

/** What a supplier's adapter needs beside its account. */
export interface SupplierParts {
  readonly clock: Clock;
  /** How long an answer may take. */
  readonly timeoutMs?: number | undefined;
}
