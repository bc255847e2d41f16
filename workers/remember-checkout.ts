import type { CheckoutRow } from '../local/rows.ts';
import { writeInSession, type SessionId } from '../local/session.ts';
import type { WorkerContext } from './context.ts';
import { reportFault } from './report-fault.ts';

/** What was asked for, as both kinds of payment send it. */
interface Begun {
  /** Major units. */
  readonly amount: number;
  readonly processor: string;
  readonly provider?: string | undefined;
  readonly config?: { readonly phone?: string | undefined } | undefined;
}

/** Keeps how a payment was begun, for another try should it be declined. One that cannot be kept is paid all the same. */
export async function rememberCheckout(
  ctx: WorkerContext,
  session: SessionId,
  reference: string,
  { amount, processor, provider = '', config }: Begun,
): Promise<void> {
  const row: CheckoutRow = {
    reference,
    amount,
    processor,
    provider,
    phone: config?.phone ?? '',
    createdAt: ctx.now(),
  };
  await writeInSession(ctx.db, session, [ctx.db.checkouts], () => ctx.db.checkouts.put(row)).catch(
    (error: unknown) => reportFault(ctx, error),
  );
}
