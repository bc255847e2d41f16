import { CODE_LENGTH, PAYMENT_MASKED_DIGITS, UPLOAD_TIMEOUT_MS } from '../../contract/constants.ts';
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
import { failed } from '../failure.ts';
import { invalidateBalances, mirrorListed, writeIfSameSession } from '../mirror.ts';
import { runMoneyCommand } from '../money-command.ts';
import { type CoverFiles, type OnProgress, voucherForm } from '../upload.ts';

/** Bytes from 250 on are rejected, because they would make the digits 0 to 5 more likely. */
const FAIR_BYTES = 250;

export function drawCode(
  fill: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  let digits = '';
  while (digits.length < CODE_LENGTH) {
    const fair = fill(new Uint8Array(CODE_LENGTH)).filter((byte) => byte < FAIR_BYTES);
    digits += fair.map((byte) => byte % 10).join('');
  }
  return digits.slice(0, CODE_LENGTH);
}

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
          method: 'POST',
          path: '/vouchers',
          auth: 'required',
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

/** A success must name the voucher that was created. */
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
      // Without an identifier nothing can be paid; the same key returns the same voucher.
      return answer.ok && !isIdentified(answer.value)
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
  const session = await readSessionId(db);
  const answer = await ctx.api.call<UpdateCoverAnswer>({
    method: 'POST',
    path: `/vouchers/${encodeURIComponent(ulid)}/update-cover`,
    auth: 'required',
    fallback: 'cover_failed',
    timeoutMs: UPLOAD_TIMEOUT_MS,
    form: voucherForm({}, cover),
    onProgress,
  });
  if (!answer.ok) return answer;
  const { voucher } = answer.value;
  const { ad_cover, cover: made, media_type } = voucher;
  await writeIfSameSession(ctx, session, [db.vouchers, db.createdVouchers], async () => {
    await mirrorListed(db.vouchers, [voucher], now());
    await db.createdVouchers.update(ulid, { ad_cover, cover: made, media_type });
  });
  return ok(undefined);
}
