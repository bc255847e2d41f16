import type { ErrorCode } from '../../contract/errors.ts';
import { majorToMinor, minorToMajor } from '../../contract/money.ts';
import { walletTermsIn } from '../../contract/payments/fees.ts';
import { PAYMENT_MESSAGES } from '../../contract/payments/payment-messages.ts';
import { PayFromWalletAnswer, PayFromWalletBody } from '../../contract/vouchers.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import { getUser } from '../accounts/users.ts';
import { assertDailyLimit } from '../accounts/money-limits/daily-limit.ts';
import { takeOut } from '../accounts/pin.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { type Answer, type KeyedRequest, keyedRequestOf } from '../http/idempotency.ts';
import { escrowOf, feesIn, poolOf, postMovement, walletOf } from '../ledger/journal.ts';
import { isPosted, readBalance } from '../ledger/read-ledger.ts';
import { readRates } from '../regions/rates.ts';
import { activateVoucher } from './activate-voucher.ts';
import { lockOwnVoucher, type Voucher } from './voucher-row.ts';
import { ofRequest } from '../of-request.ts';
import { routesOf, taggedRoutes } from '../http/route-options.ts';

/** The key makes the payment of a voucher happen once, from a wallet or by a processor. */
export const paymentKeyOf = (ulid: string): string => `pay:${ulid}`;

export const PURCHASE_TEXTS = {
  giveaway: 'Giveaway posted',
  payment: 'Payment voucher bought',
} as const;

/**
 * A repeated payment gets the same answer.
 * @throws AppError `amount_mismatch`, `insufficient_funds`, `money_held`, `daily_limit_reached`, `wallet_reserve_short`, …
 */
export async function payFromWallet(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>,
  { userId, body, requestKey }: KeyedRequest<PayFromWalletBody>,
): Promise<Answer<PayFromWalletAnswer>> {
  return takeOut(deps, { userId, proof: body, requestKey }, async (tx, now) => {
    const voucher = await lockOwnVoucher(tx, body.voucher_id, userId);
    const amount = majorToMinor(body.amount);
    if (amount !== voucher.amount || body.currency !== voucher.currency)
      throw new AppError('amount_mismatch');
    if (voucher.status !== 'pending')
      return answer(voucher, await balanceOfEarlierPayment(tx, voucher));
    if (voucher.finalRevealTime && voucher.finalRevealTime <= now)
      throw new AppError('entries_closed');
    const balance = await chargeWallet(tx, deps, voucher, now);
    return answer({ ...voucher, status: 'active' }, balance);
  });
}

/**
 * Activates a pending voucher of a user whose row is locked and pays for it from their wallet.
 * @returns the balance afterwards, minor units
 */
export async function chargeWallet(
  tx: Db,
  deps: Pick<Deps, 'clock' | 'jobs'>,
  voucher: Voucher,
  now: Date,
): Promise<bigint> {
  if (!(await activateVoucher(tx, deps.jobs, voucher, now))) throw new AppError('voucher_expired');
  const { creatorId } = voucher;
  const wallet = walletOf(creatorId, voucher.currency);
  const { feeMinor, feeAccount, reserveMinor } = await chargeOf(tx, deps, voucher);
  const balances = await postMovement(
    tx,
    {
      naturalKey: paymentKeyOf(voucher.ulid),
      kind: 'voucher_payment',
      reference: voucher.ulid,
      description: PURCHASE_TEXTS[voucher.purpose],
      voucherId: voucher.id,
      paymentMethod: 'wallet',
      // A giveaway's prize stays held, but a payment voucher would let held money leave.
      mayMoveHeld: voucher.purpose === 'giveaway',
      entries: [
        { account: wallet, amount: -(voucher.amount + feeMinor) },
        { account: escrowOf(voucher.id, voucher.currency), amount: voucher.amount },
        { account: feeAccount, amount: feeMinor },
      ],
    },
    now,
  );
  if (voucher.purpose === 'payment') {
    const { currency, amount: amountMinor } = voucher;
    await assertDailyLimit(tx, creatorId, { currency, amountMinor }, now);
  }
  const balance = balances.get(wallet.key) ?? 0n;
  // The wallet is locked last, so its balance is known only now; a refusal rolls everything back.
  if (balance + feeMinor < reserveMinor) throw new AppError('wallet_reserve_short');
  return balance;
}

async function chargeOf(tx: Db, deps: Pick<Deps, 'clock'>, voucher: Voucher) {
  const { id, fee } = voucher;
  const currency = voucher.currency;
  if (voucher.purpose === 'giveaway')
    return { feeMinor: fee, feeAccount: poolOf(id, currency), reserveMinor: fee };
  const usdRate = currency === 'USD' ? await usdRateOf(tx, deps, voucher) : 1;
  return { ...walletTermsIn(currency, usdRate), feeAccount: feesIn(currency) };
}

/** US dollars for one unit of the creator's currency. */
async function usdRateOf(
  tx: Db,
  { clock }: Pick<Deps, 'clock'>,
  { creatorId }: Voucher,
): Promise<number> {
  const { region } = await getUser(tx, creatorId);
  const { rates } = await readRates({ db: tx, clock });
  return rates[REGIONS[normaliseRegion(region)].currency].USD;
}

const REFUSALS: Partial<Record<Voucher['status'], ErrorCode>> = {
  cancelled: 'voucher_not_active',
  expired: 'voucher_expired',
};

async function balanceOfEarlierPayment(tx: Db, voucher: Voucher): Promise<bigint> {
  if (!(await isPosted(tx, paymentKeyOf(voucher.ulid))))
    throw new AppError(REFUSALS[voucher.status] ?? 'already_paid');
  return readBalance(tx, walletOf(voucher.creatorId, voucher.currency));
}

const answer = (voucher: Voucher, balance: bigint): Answer<PayFromWalletAnswer> => ({
  status: 200,
  body: {
    success: true,
    message: PAYMENT_MESSAGES.paymentSuccessful,
    data: { voucher_id: voucher.ulid, status: voucher.status, balance: minorToMajor(balance) },
  },
});

const keyedRoute = taggedRoutes('Vouchers', { needsKey: true });

export const walletPaymentRoutes = routesOf(async (app, deps) => {
  app.post(
    '/vouchers/payment/wallet',
    keyedRoute('verified', 'Pay for a voucher from the wallet', PayFromWalletAnswer, {
      body: PayFromWalletBody,
    }),
    async (request) => {
      const asked = keyedRequestOf(deps.secrets, request);
      const { body } = await payFromWallet(ofRequest(deps, request.id), asked);
      return body;
    },
  );
});
