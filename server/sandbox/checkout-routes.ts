import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';

import { Closed, Text, Literals } from '../../contract/common.ts';
import type { Deps } from '../deps.ts';
import { processorName } from '../payments/payment-methods.ts';
import { renderCheckout, renderUnknownCheckout } from './checkout-page.ts';
import { decideCheckout, findCheckout, returnUrlOf, type Checkout } from './decide-checkout.ts';
import { readForms, sendTestPage } from './serve-test-page.ts';

const Params = Closed({ reference: Text(1, 100) });
const Decision = Closed({ outcome: Literals(['success', 'failed']) });

/** The checkout of the sandbox processor, at /sandbox/checkout/{reference}. */
export const checkoutRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const open = { access: 'public' as const };

    readForms(app);

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
  const { publicOrigin } = deps.config;
  if (!checkout) return sendTestPage(reply, { publicOrigin, status: 404 }, renderUnknownCheckout());
  return sendTestPage(
    reply,
    { publicOrigin },
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
