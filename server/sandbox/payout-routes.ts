import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { and, eq } from 'drizzle-orm';
import { Type } from 'typebox';

import { Closed, Literals, Text } from '../../contract/common.ts';
import type { Db } from '../db/database.ts';
import { sandboxTransfers } from '../db/schema/payouts.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { settlePayout } from '../payouts/settle-payout.ts';

const Params = Closed({ reference: Text(1, 100) });
const Query = Closed({ outcome: Type.Optional(Literals(['success', 'failed'])) });

/** Ends what waits in the sandbox, at /sandbox/settle/{reference}, as a real rail would by itself. */
export const sandboxPayoutRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/settle/:reference',
      {
        config: { access: 'public' },
        schema: {
          summary: 'End a transfer that waits in the sandbox',
          tags: ['Sandbox'],
          params: Params,
          querystring: Query,
        },
      },
      async (request) => {
        const { reference } = request.params;
        await decide(deps.db, reference, request.query.outcome ?? 'success');
        const payout = await settlePayout(deps, reference);
        if (!payout) throw new AppError('not_found');
        return { success: true as const, data: { reference, status: payout.status } };
      },
    );
  };

/** What arrived stays paid, unless it is said to have come back. */
async function decide(db: Db, reference: string, outcome: 'success' | 'failed'): Promise<void> {
  const transfer = eq(sandboxTransfers.reference, reference);
  const waiting = and(transfer, eq(sandboxTransfers.state, 'processing'));
  await db
    .update(sandboxTransfers)
    .set({ state: outcome === 'success' ? 'paid' : 'failed' })
    .where(outcome === 'success' ? waiting : transfer);
}
