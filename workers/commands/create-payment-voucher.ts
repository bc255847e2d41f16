import { PAYMENT_MASKED_DIGITS } from '../../contract/constants.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { PaymentVoucherFields } from '../../contract/payment-vouchers.ts';
import { ok, type Result } from '../../contract/result.ts';
import type { CreateVoucherAnswer } from '../../contract/vouchers.ts';
import { readSessionId } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { drawCode } from '../draw-code.ts';
import { failed } from '../failure.ts';
import { runMoneyCommand } from '../money-command.ts';
import { invalidateBalances } from '../invalidate-balances.ts';
import { voucherForm } from '../voucher-form.ts';
import { refuseSettled } from './refuse-settled.ts';

/** What a person decides about a new payment voucher; the worker draws its code and adds the time zone. */
export type PaymentVoucherInput = Omit<
  PaymentVoucherFields,
  'purpose' | 'type' | 'code' | 'masked_digits' | 'timezone'
>;

/** After these another code is drawn. */
const NEEDS_CODE = new Set<ErrorCode>(['code_taken', 'already_paid']);
/** After the first code how many others are tried. */
const FURTHER_CODES = 3;

const fieldsOf = (input: PaymentVoucherInput, code: string): PaymentVoucherFields => ({
  ...input,
  purpose: 'payment',
  type: 'goodies',
  masked_digits: PAYMENT_MASKED_DIGITS,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  code,
});

/** Whether an answer that says it went well also says which voucher was made. */
const isIdentified = ({ data }: Partial<CreateVoucherAnswer>): boolean => Boolean(data?.ulid);

const send = (
  ctx: WorkerContext,
  input: PaymentVoucherInput,
): Promise<Result<CreateVoucherAnswer>> =>
  runMoneyCommand<CreateVoucherAnswer>(ctx, {
    name: '/vouchers payment',
    identity: input,
    withoutToken: 'create_login_required',
    drawCode,
    send: async (sender, idempotencyKey, code = '') => {
      const answer = await ctx.api.call<CreateVoucherAnswer>({
        method: 'POST',
        path: '/vouchers',
        auth: 'required',
        identity: sender,
        fallback: 'payment_create_failed',
        refusal: 'payment',
        form: voucherForm(fieldsOf(input, code)),
        idempotencyKey,
      });
      // Without it nothing can be paid; the same key brings the same voucher.
      return answer.ok && !isIdentified(answer.value)
        ? failed('no_payment_identifier')
        : refuseSettled(ctx, answer);
    },
  });

/**
 * Makes a payment voucher, which then waits to be paid. Its code is drawn here, another one when it is
 * taken. Ask for the created vouchers again afterwards.
 */
export async function createPaymentVoucher(
  ctx: WorkerContext,
  input: PaymentVoucherInput,
): Promise<Result<CreateVoucherAnswer['data']>> {
  const session = await readSessionId(ctx.db);
  let answer = await send(ctx, input);
  for (let further = 0; further < FURTHER_CODES; further += 1) {
    if (answer.ok || !NEEDS_CODE.has(answer.error.code)) break;
    // Another code is a command of its own, and would be sent as who has signed in meanwhile.
    if ((await readSessionId(ctx.db)) !== session) break;
    answer = await send(ctx, input);
  }
  if (!answer.ok) return answer;
  await invalidateBalances(ctx, session);
  return ok(answer.value.data);
}
