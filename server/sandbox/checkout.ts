import type { FastifyReply } from 'fastify';
import { and, eq } from 'drizzle-orm';
import { Type } from 'typebox';

import { Closed, Text, Literals } from '../../contract/common.ts';
import type { Deps } from '../deps.ts';
import { processorName } from '../payments/payment-methods.ts';
import { readForms } from '../http/read-forms.ts';
import { sendTestPage, renderTestPage } from './test-page.ts';
import type { PaymentChannel } from '../../contract/wallet.ts';
import { currencySymbol, MINOR_PER_MAJOR } from '../../contract/money.ts';
import { escapeHtml } from '../../contract/document/escape-html.ts';
import { sandboxCheckouts } from '../db/schema/sandbox.ts';
import type { Db } from '../db/database.ts';
import { allowQuestion } from '../payments/settle-payment.ts';
import { returnPageOf } from '../payments/gateways/gateway-messages.ts';
import { type Checkout, findCheckout, sandboxTransactionId } from './sandbox-processor.ts';
import { routesOf } from '../http/route-options.ts';

const Params = Closed({ reference: Text(1, 100) });
const CHANNELS = ['bank_transfer', 'card', 'mobile_money'] as const;
const Decision = Closed({
  outcome: Literals(['success', 'failed']),
  channel: Type.Optional(Literals(CHANNELS)),
});

export const checkoutRoutes = routesOf(async (app, deps) => {
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
      const { outcome, channel } = request.body;
      const checkout = await decideCheckout(deps.db, reference, outcome, channel);
      if (!checkout) return sendPage(reply, deps, undefined);
      return reply.redirect(returnUrlOf(checkout), 303);
    },
  );
});

const sendPage = (reply: FastifyReply, deps: Deps, checkout: Checkout | undefined): FastifyReply =>
  checkout
    ? sendTestPage(reply, deps.config, renderCheckout(checkout))
    : sendTestPage(reply.status(404), deps.config, renderUnknownCheckout());

const KIND = 'test checkout';

/** Longer amounts get a smaller font, to fit a line of 320 px. */
const LONG_CHARS = 11;

function renderCheckout(checkout: Checkout): string {
  const { reference, processor, outcome } = checkout;
  const amount = formatAmount(checkout.amount, checkout.currency);
  const decided = outcome === 'success' ? 'Payment approved' : 'Payment declined';
  const isPending = outcome === 'pending';
  const size = amount.length > LONG_CHARS ? 'amount long' : 'amount';
  return renderTestPage(
    KIND,
    isPending ? `Pay ${amount}` : decided,
    `<h1>${isPending ? 'Pay Goodies' : decided}</h1>
<p class="${size}">${escapeHtml(amount)}</p>
<dl><dt>With</dt><dd>${escapeHtml(processorName(processor))}</dd><dt>Reference</dt><dd>${escapeHtml(reference)}</dd></dl>
<p class="note">This is a test checkout. No real money moves.</p>
${isPending ? DECISION : `<a class="go main" href="${escapeHtml(returnUrlOf(checkout))}">Back to Goodies</a>`}`,
  );
}

const renderUnknownCheckout = (): string =>
  renderTestPage(
    KIND,
    'Checkout not found',
    '<h1>Checkout not found</h1><p>Start the payment again in the app.</p>',
  );

const CHANNEL_NAMES: Readonly<Record<(typeof CHANNELS)[number], string>> = {
  bank_transfer: 'Bank transfer',
  card: 'Card',
  mobile_money: 'Mobile money',
};

const DECISION = `<form method="post">
<label>Pay by <select name="channel">
${CHANNELS.map((channel) => `<option value="${channel}">${CHANNEL_NAMES[channel]}</option>`).join('')}
</select></label>
<button class="main" name="outcome" value="success">Approve</button>
<button name="outcome" value="failed">Decline</button>
</form>`;

function formatAmount(amountMinor: bigint, currency: string): string {
  const perMajor = BigInt(MINOR_PER_MAJOR);
  const whole = (amountMinor / perMajor).toLocaleString('en-NG');
  const fraction = amountMinor % perMajor;
  const symbol = currencySymbol(currency);
  const gap = symbol.length > 1 ? ' ' : '';
  return `${symbol}${gap}${whole}${fraction === 0n ? '' : `.${String(fraction).padStart(2, '0')}`}`;
}

/**
 * Records the payer's decision; the first one stands.
 * @returns undefined for an unknown checkout
 */
export async function decideCheckout(
  db: Db,
  reference: string,
  outcome: 'success' | 'failed',
  channel: PaymentChannel = 'bank_transfer',
): Promise<Checkout | undefined> {
  const undecided = and(
    eq(sandboxCheckouts.reference, reference),
    eq(sandboxCheckouts.outcome, 'pending'),
  );
  const [decided] = await db
    .update(sandboxCheckouts)
    .set({ outcome, channel })
    .where(undecided)
    .returning();
  // Real gateways call a webhook; here the payment is verified at once.
  if (decided) await allowQuestion(db, reference);
  return decided ?? findCheckout(db, reference);
}

/** With the query parameters of the real processor. */
function returnUrlOf(checkout: Checkout): string {
  const { reference, processor, outcome } = checkout;
  if (processor !== 'flutterwave') return returnPageOf(checkout.returnUrl, reference);
  const url = new URL(checkout.returnUrl);
  url.searchParams.set('status', outcome === 'success' ? 'successful' : 'failed');
  url.searchParams.set('tx_ref', reference);
  url.searchParams.set('transaction_id', sandboxTransactionId(reference));
  return url.href;
}
