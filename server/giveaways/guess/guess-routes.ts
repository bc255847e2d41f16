import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { SubmitAnswer, SubmitBody, WrongGuessAnswer } from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/access.ts';
import { requestKeyOf } from '../../http/idempotency.ts';
import { submitGuess } from './submit-guess.ts';

const tags = ['Vouchers'];

/** Guessing. */
export const guessRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
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
          requestKey: requestKeyOf(deps.secrets, request, caller.userId),
        });
        return body.success ? reply.status(200).send(body) : reply.status(422).send(body);
      },
    );
  };
