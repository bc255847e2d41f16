import { PAYMENT_MASKED_DIGITS, UPLOAD_TIMEOUT_MS } from '../../contract/constants.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { PaymentVoucherFields } from '../../contract/payment-vouchers.ts';
import { ok, type Result } from '../../contract/result.ts';
import type {
  CreateVoucherAnswer,
  GiveawayFields,
  UpdateCoverAnswer,
} from '../../contract/vouchers.ts';
import { readSessionId } from '../../local/session.ts';
import type { Done, WorkerContext } from '../context.ts';
import { done, failed } from '../failure.ts';
import { invalidateBalances, mirrorListed, sendChange } from '../mirror.ts';
import { runMoneyCommand } from '../money-command.ts';
import { type CoverFiles, type OnProgress, voucherForm } from '../upload.ts';

/** If the answer names a settled voucher, it belongs to an older command, so its key must end. */
async function refuseSettled(
  { db }: WorkerContext,
  answer: Result<CreateVoucherAnswer>,
): Promise<Result<CreateVoucherAnswer>> {
  const known = answer.ok ? await db.createdVouchers.get(answer.value.data.ulid) : undefined;
  return known && known.status !== 'pending' ? failed('already_paid') : answer;
}

const identityOf = (cover: CoverFiles | undefined) =>
  cover && [cover.file.name, cover.file.size, cover.file.lastModified];

/** `onProgress` must be a Comlink proxy. */
export async function createGiveaway(
  ctx: WorkerContext,
  fields: GiveawayFields,
  cover?: CoverFiles,
  onProgress?: OnProgress,
): Promise<Result<CreateVoucherAnswer['data']>> {
  const session = await readSessionId(ctx.db);
  const post = () =>
    runMoneyCommand<CreateVoucherAnswer>(ctx, {
      name: '/vouchers giveaway',
      identity: { ...fields, cover: identityOf(cover) },
      send: async (sender, idempotencyKey) => {
        const answer = await ctx.api.call<CreateVoucherAnswer>({
          path: '/vouchers',
          identity: sender,
          timeoutMs: UPLOAD_TIMEOUT_MS,
          form: voucherForm(
            { ...fields, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
            cover,
          ),
          onProgress,
          idempotencyKey,
        });
        return refuseSettled(ctx, answer);
      },
    });
  let answer = await post();
  const isOfBefore = !answer.ok && answer.error.code === 'already_paid';
  // After a change of user, this command would run as the new user.
  if (isOfBefore && (await readSessionId(ctx.db)) === session) answer = await post();
  if (!answer.ok) return answer;
  await invalidateBalances(ctx, session);
  return ok(answer.value.data);
}

export type PaymentVoucherInput = Omit<
  PaymentVoucherFields,
  'purpose' | 'type' | 'code' | 'masked_digits' | 'timezone'
>;

const NEEDS_CODE = new Set<ErrorCode>(['code_taken', 'already_paid']);
const FURTHER_CODES = 3;

const fieldsOf = (input: PaymentVoucherInput, code: string): PaymentVoucherFields => ({
  ...input,
  purpose: 'payment',
  type: 'goodies',
  masked_digits: PAYMENT_MASKED_DIGITS,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  code,
});

const send = (ctx: WorkerContext, input: PaymentVoucherInput) =>
  runMoneyCommand<CreateVoucherAnswer>(ctx, {
    name: '/vouchers payment',
    identity: input,
    withoutToken: 'create_login_required',
    needsCode: true,
    send: async (sender, idempotencyKey, code = '') => {
      const answer = await ctx.api.call<CreateVoucherAnswer>({
        path: '/vouchers',
        identity: sender,
        fallback: 'payment_create_failed',
        refusal: 'payment',
        form: voucherForm(fieldsOf(input, code)),
        idempotencyKey,
      });
      // Without an identifier nothing can be paid; the same key returns the same voucher.
      return answer.ok && !(answer.value as Partial<CreateVoucherAnswer>).data?.ulid
        ? failed('no_payment_identifier')
        : refuseSettled(ctx, answer);
    },
  });

/** Draws the code here, and draws another one if it is taken; refresh the list afterwards. */
export async function createPaymentVoucher(
  ctx: WorkerContext,
  input: PaymentVoucherInput,
): Promise<Result<CreateVoucherAnswer['data']>> {
  const session = await readSessionId(ctx.db);
  let answer = await send(ctx, input);
  for (let further = 0; further < FURTHER_CODES; further += 1) {
    if (answer.ok || !NEEDS_CODE.has(answer.error.code)) break;
    // After a change of user, this command would run as the new user.
    if ((await readSessionId(ctx.db)) !== session) break;
    answer = await send(ctx, input);
  }
  if (!answer.ok) return answer;
  await invalidateBalances(ctx, session);
  return ok(answer.value.data);
}

/** `onProgress` must be a Comlink proxy. */
export async function updateCover(
  ctx: WorkerContext,
  ulid: string,
  cover: CoverFiles,
  onProgress?: OnProgress,
): Promise<Done> {
  const { db, now } = ctx;
  const answer = await sendChange<UpdateCoverAnswer>(
    ctx,
    {
      path: `/vouchers/${encodeURIComponent(ulid)}/update-cover`,
      fallback: 'cover_failed',
      timeoutMs: UPLOAD_TIMEOUT_MS,
      form: voucherForm({}, cover),
      onProgress,
    },
    [db.vouchers, db.createdVouchers],
    async ({ voucher }) => {
      const { ad_cover, cover: made, media_type } = voucher;
      await mirrorListed(db.vouchers, [voucher], now());
      await db.createdVouchers.update(ulid, { ad_cover, cover: made, media_type });
    },
  );
  return done(answer);
}
