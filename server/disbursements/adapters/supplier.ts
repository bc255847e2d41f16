import type { Currency } from '../../../contract/money.ts';
import type { BillCategoryId } from '../../../contract/purchases.ts';
import type { RegionKey } from '../../../contract/region-table.ts';
import type { Clock } from '../../clock.ts';
import type { ProviderResponse } from '../disbursement.ts';

export interface SupplierResponse extends ProviderResponse {
  /** The supplier's own id of the order. */
  readonly supplierReference?: string | undefined;
  /** The code that is typed into a prepaid meter. */
  readonly token?: string | undefined;
}

export interface KnownOrder {
  /** Ours; the supplier never delivers the same one twice. */
  readonly reference: string;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  /** The supplier's id of what is bought. */
  readonly product: string;
  readonly supplierReference: string | undefined;
  readonly createdAt: Date;
}

export interface Order extends KnownOrder {
  readonly region: RegionKey;
  /** A phone with its country code, or a meter or smartcard. */
  readonly customer: string;
}

/** Sells airtime or bills; implemented by real adapters and the sandbox. */
export interface Supplier {
  readonly name: string;
  /**
   * Sends an order; sending the same reference again delivers nothing more.
   * @throws when it is unknown whether the supplier accepted it (timeout, broken connection, internal error)
   */
  send(order: Order): Promise<SupplierResponse>;
  /** @throws when it cannot be asked */
  find(order: KnownOrder): Promise<SupplierResponse>;
}

export interface FixedPrice {
  readonly amountMinor: bigint;
  /** For example '1.5 GB, 30 days'; '' where the supplier does not say. */
  readonly name: string;
}

export interface Operator {
  readonly product: string;
  readonly name: string;
  readonly isData: boolean;
  /** The only prices; empty where any amount within the bounds is accepted. */
  readonly prices: readonly FixedPrice[];
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
}

export interface AirtimeSupplier extends Supplier {
  /** @throws when it cannot be asked */
  listOperators(region: RegionKey): Promise<readonly Operator[]>;
}

export interface SoldItem {
  readonly id: string;
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
  /** @throws when it cannot be asked */
  listBillers(region: RegionKey): Promise<readonly SoldBiller[]>;
  /**
   * The customer's name.
   * @returns null where the biller does not tell, undefined for an unknown customer
   * @throws when it cannot be asked
   */
  findCustomer(
    biller: SoldBiller,
    item: SoldItem,
    customer: string,
  ): Promise<string | null | undefined>;
}

export interface Suppliers {
  /** The supplier for new purchases; undefined where there is none. */
  airtimeIn(region: RegionKey): AirtimeSupplier | undefined;
  billsIn(region: RegionKey): BillSupplier | undefined;
  /** The supplier of an existing purchase; undefined when it is not configured. */
  named(kind: 'airtime' | 'bill', name: string): Supplier | undefined;
}

export interface SupplierParts {
  readonly clock: Clock;
  readonly timeoutMs?: number | undefined;
}
