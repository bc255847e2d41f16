import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { SubmitAnswer, SubmitBody, WrongGuessAnswer } from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/access.ts';
import { requestKeyOf } from '../../http/idempotency.ts';
import { originOf } from './guess-origin.ts';
import { submitGuess } from './submit-guess.ts';

const tags = ['Vouchers'];

/** Guessing. */
export const guessRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/vouchers/submit',
      {
        config: { access: 'user', crowd: true },
        schema: {
          summary: 'Guess a code, or enter a lottery',
          description:
            'A 428 `work_required` has taken nothing: it carries a `challenge` for altcha-lib, and the same guess is sent again with its solution as `work`, under the same key.',
          tags,
          body: SubmitBody,
          response: { 200: SubmitAnswer, 422: WrongGuessAnswer },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        // The guess is the same with its work and without it.
        const { work: _, entry_cost: __, ...asked } = request.body;
        const { body } = await submitGuess(deps, {
          caller,
          body: request.body,
          origin: originOf(request, deps.secrets),
          requestKey: requestKeyOf(deps.secrets, request, caller.userId, asked),
        });
        return body.success ? reply.status(200).send(body) : reply.status(422).send(body);
      },
    );
  };
