import { eq } from 'drizzle-orm';

import { dateOf, type Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { sandboxTransfers } from '../db/schema/sandbox.ts';
import type {
  KnownOrder,
  Supplier,
  SupplierResponse,
} from '../disbursements/adapters/providers.ts';
import { fateOf } from './number-endings.ts';

export const SANDBOX_SUPPLIER = 'sandbox';

export interface SandboxParts {
  readonly db: Db;
  readonly clock: Clock;
}

const STATES = { succeeds: 'paid', fails: 'failed', waits: 'processing' } as const;
/** How a product ends that gives a token for its meter. */
export const PREPAID = 'prepaid';
const TOKEN_DIGITS = 20;

/** What a meter would take: the reference's own digits, so that asking again gives the same ones. */
const tokenOf = (reference: string): string =>
  [...reference]
    .map((char) => char.charCodeAt(0) % 10)
    .join('')
    .slice(-TOKEN_DIGITS);

/** Stands in for a supplier: delivers nothing, and keeps its orders beside the sandbox's transfers. */
export function createSandboxOrders({ db, clock }: SandboxParts): Supplier {
  const find = async ({ reference, product }: KnownOrder): Promise<SupplierResponse> => {
    const [order] = await db
      .select()
      .from(sandboxTransfers)
      .where(eq(sandboxTransfers.reference, reference));
    if (!order) return { state: 'unknown' };
    const token =
      order.state === 'paid' && product.endsWith(PREPAID) ? tokenOf(reference) : undefined;
    return { state: order.state, supplierReference: `sandbox-${reference}`, token };
  };
  return {
    name: SANDBOX_SUPPLIER,
    async send(order) {
      const { reference, customer } = order;
      const state = STATES[fateOf(customer)];
      await db
        .insert(sandboxTransfers)
        .values({ reference, state, createdAt: dateOf(clock) })
        .onConflictDoNothing({ target: sandboxTransfers.reference });
      return find(order);
    },
    find,
  };
}
