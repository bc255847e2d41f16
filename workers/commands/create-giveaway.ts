import { UPLOAD_TIMEOUT_MS } from '../../contract/constants.ts';
import { ok, type Result } from '../../contract/result.ts';
import type { CreateVoucherAnswer, GiveawayFields } from '../../contract/vouchers.ts';
import { readSessionId } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { invalidateBalances } from '../invalidate-balances.ts';
import type { OnProgress } from '../upload-form.ts';
import { runMoneyCommand } from '../money-command.ts';
import { voucherForm, type CoverFiles } from '../voucher-form.ts';
import { refuseSettled } from './refuse-settled.ts';

/** The poster is of the video, so it says nothing more. */
const identityOf = (cover: CoverFiles | undefined) =>
  cover && [cover.file.name, cover.file.size, cover.file.lastModified];

/** Posts a giveaway, which then waits to be paid. `onProgress` has to be proxied. */
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
  // Another one is a command of its own, and would be sent as who has signed in meanwhile.
  if (isOfBefore && (await readSessionId(ctx.db)) === session) answer = await post();
  if (!answer.ok) return answer;
  await invalidateBalances(ctx, session);
  return ok(answer.value.data);
}
