import { currencySymbol, MINOR_PER_MAJOR } from '../../contract/money.ts';
import { escapeHtml } from '../../contract/document/escape-html.ts';
import { renderTestPage } from './test-page.ts';

/** What the page shows of a checkout. */
export interface CheckoutView {
  readonly reference: string;
  readonly processorName: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly outcome: 'pending' | 'success' | 'failed';
  /** Where the payer goes once the checkout is decided. */
  readonly continueUrl: string;
}

const KIND = 'test checkout';

/** An amount with more characters is set smaller, so that it fits a line of 320 px. */
const LONG_CHARS = 11;

/** A page on which a person plays the processor: approves or declines. Works without JavaScript. */
export function renderCheckout(view: CheckoutView): string {
  const amount = formatAmount(view.amountMinor, view.currency);
  const decided = view.outcome === 'success' ? 'Payment approved' : 'Payment declined';
  const isPending = view.outcome === 'pending';
  const size = amount.length > LONG_CHARS ? 'amount long' : 'amount';
  return renderTestPage(
    KIND,
    isPending ? `Pay ${amount}` : decided,
    `<h1>${isPending ? 'Pay Goodies' : decided}</h1>
<p class="${size}">${escapeHtml(amount)}</p>
<dl><dt>With</dt><dd>${escapeHtml(view.processorName)}</dd><dt>Reference</dt><dd>${escapeHtml(view.reference)}</dd></dl>
<p class="note">This is a test checkout. No real money moves.</p>
${isPending ? DECISION : `<a class="go main" href="${escapeHtml(view.continueUrl)}">Back to Goodies</a>`}`,
  );
}

/** What stands at an address that no checkout has. */
export const renderUnknownCheckout = (): string =>
  renderTestPage(
    KIND,
    'Checkout not found',
    '<h1>Checkout not found</h1><p>Start the payment again in the app.</p>',
  );

const DECISION = `<form method="post">
<button class="main" name="outcome" value="success">Approve</button>
<button name="outcome" value="failed">Decline</button>
</form>`;

/** `₦5,000`, with minor units only where there are some. */
function formatAmount(amountMinor: bigint, currency: string): string {
  const perMajor = BigInt(MINOR_PER_MAJOR);
  const whole = (amountMinor / perMajor).toLocaleString('en-NG');
  const fraction = amountMinor % perMajor;
  const symbol = currencySymbol(currency);
  const gap = symbol.length > 1 ? ' ' : '';
  return `${symbol}${gap}${whole}${fraction === 0n ? '' : `.${String(fraction).padStart(2, '0')}`}`;
}
