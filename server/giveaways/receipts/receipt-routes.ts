import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { ReceiptKeysAnswer } from '../../../contract/fairness.ts';
import type { Deps } from '../../deps.ts';
import { publicCache } from '../../http/public-cache.ts';
import { listReceiptKeys } from './receipt-keys.ts';

/** A receipt of a key that was just made is checked no later than this. */
const MAX_AGE_SECONDS = 60;

/** What receipts of guesses are checked with. */
export const receiptRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/receipt-keys',
      {
        config: { access: 'public' },
        onSend: publicCache(MAX_AGE_SECONDS),
        schema: {
          summary: 'The keys that receipts of guesses are signed with, as a JWK Set',
          description:
            'A receipt is a compact JWS (EdDSA, Ed25519) that names its key by `kid`. Keys that no longer sign stay; one that leaked is taken away.',
          tags: ['Vouchers'],
          response: { 200: ReceiptKeysAnswer },
        },
      },
      () => listReceiptKeys(deps),
    );
  };
