import type { FastifyInstance } from 'fastify';

import type { VoucherDetail } from '../contract/vouchers.ts';
import { serveDocuments } from '../documents/serve/serve-documents.ts';
import { dateOf } from './clock.ts';
import type { Deps } from './deps.ts';
import { AppError } from './http/app-error.ts';
import { listFeatured } from './giveaways/list-giveaways.ts';
import { findVoucher, presentDetail } from './vouchers/read-voucher.ts';
import { hasStarted } from './vouchers/voucher-row.ts';

export async function servePages(app: FastifyInstance, deps: Deps): Promise<void> {
  const find = async (id: string): Promise<VoucherDetail | undefined> => {
    try {
      const found = await findVoucher(deps.db, id, undefined);
      const detail = presentDetail(deps, found, undefined);
      // The first render knows no clock, so a start that has passed is left out.
      return hasStarted(found.voucher, dateOf(deps.clock))
        ? { ...detail, starts_at: null }
        : detail;
    } catch (error) {
      if (error instanceof AppError && error.status === 404) return undefined;
      throw error;
    }
  };
  await serveDocuments(app, {
    route: { config: { access: 'public' }, schema: { hide: true } },
    origin: deps.config.publicOrigin,
    googleIssuer: deps.config.google?.issuer,
    now: () => deps.clock.now(),
    findVoucher: find,
    findFeatured: async () => {
      const [first] = await listFeatured(deps);
      return first && find(first.ulid);
    },
    hasServiceWorker: deps.config.hasServiceWorker,
  });
}
