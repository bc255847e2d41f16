import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';

import { Closed, Text } from '../../contract/common.ts';
import type { Deps } from '../deps.ts';
import { processorName } from '../payments/payment-methods.ts';
import { checkoutPolicy, renderCheckout, renderUnknownCheckout } from './checkout-page.ts';
import { decideCheckout, findCheckout, returnUrlOf, type Checkout } from './decide-checkout.ts';

const Params = Closed({ reference: Text(1, 100) });
const Decision = Closed({ outcome: Type.Union([Type.Literal('success'), Type.Literal('failed')]) });

/** The checkout of the sandbox processor, at /sandbox/checkout/{reference}. */
export const checkoutRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const open = { access: 'public' as const };

    // A plain HTML form posts here, and nowhere else on this server.
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );

    app.get(
      '/checkout/:reference',
      { config: open, schema: { hide: true, params: Params } },
      async (request, reply) => {
        const checkout = await findCheckout(deps.db, request.params.reference);
        return sendPage(reply, deps, checkout);
      },
    );

    app.post(
      '/checkout/:reference',
      { config: open, schema: { hide: true, params: Params, body: Decision } },
      async (request, reply) => {
        const { reference } = request.params;
        const checkout = await decideCheckout(deps.db, reference, request.body.outcome);
        if (!checkout) return sendPage(reply, deps, undefined);
        return reply.redirect(returnUrlOf(checkout), 303);
      },
    );
  };

function sendPage(reply: FastifyReply, deps: Deps, checkout: Checkout | undefined): FastifyReply {
  void reply
    .status(checkout ? 200 : 404)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', checkoutPolicy(new URL(deps.config.publicOrigin).origin));
  if (!checkout) return reply.send(renderUnknownCheckout());
  return reply.send(
    renderCheckout({
      reference: checkout.reference,
      processorName: processorName(checkout.processor),
      amountMinor: checkout.amount,
      currency: checkout.currency,
      outcome: checkout.outcome,
      continueUrl: returnUrlOf(checkout),
    }),
  );
}
