import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import {
  PayFromWalletAnswer,
  PayFromWalletBody,
  SubmitAnswer,
  SubmitBody,
  WrongGuessAnswer,
} from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/access.ts';
import { requestKeyOf } from '../../http/idempotency.ts';
import { payFromWallet } from '../../vouchers/pay-from-wallet.ts';
import { submitGuess } from './submit-guess.ts';

const tags = ['Vouchers'];

/** Paying for a giveaway and winning it. */
export const giveawayPlayRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/vouchers/payment/wallet',
      {
        config: { access: 'verified' },
        schema: {
          summary: 'Pay for a voucher from the wallet',
          tags,
          body: PayFromWalletBody,
          response: { 200: PayFromWalletAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        const answer = await payFromWallet(deps, {
          userId,
          body: request.body,
          requestKey: requestKeyOf(request, userId),
        });
        return answer.body;
      },
    );

    app.post(
      '/vouchers/submit',
      {
        config: { access: 'user' },
        schema: {
          summary: 'Guess a code, or enter a lottery',
          tags,
          body: SubmitBody,
          response: { 200: SubmitAnswer, 422: WrongGuessAnswer },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const { body } = await submitGuess(deps, {
          caller,
          body: request.body,
          requestKey: requestKeyOf(request, caller.userId),
        });
        return body.success ? reply.status(200).send(body) : reply.status(422).send(body);
      },
    );
  };
