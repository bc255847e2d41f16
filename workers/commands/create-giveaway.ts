import { UPLOAD_TIMEOUT_MS } from '../../contract/constants.ts';
import { ok, type Result } from '../../contract/result.ts';
import type { CreateVoucherAnswer, GiveawayFields } from '../../contract/vouchers.ts';
import type { WorkerContext } from '../context.ts';
import type { OnProgress } from '../data-worker-api.ts';
import { runMoneyCommand } from '../money-command.ts';

const asText = (value: string | number | boolean): string =>
  typeof value === 'boolean' ? (value ? '1' : '0') : String(value);

/** The fields as a multipart form carries them: texts, yes and no as 1 and 0, the file last. */
function giveawayForm(fields: GiveawayFields, cover?: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, asText(value));
  }
  if (cover) form.append('ad_cover', cover, cover.name);
  return form;
}

/** Posts a giveaway, which then waits to be paid. */
export async function createGiveaway(
  ctx: WorkerContext,
  fields: GiveawayFields,
  cover?: File,
  onProgress?: OnProgress,
): Promise<Result<CreateVoucherAnswer['data']>> {
  const answer = await runMoneyCommand<CreateVoucherAnswer>(ctx, {
    name: 'create-giveaway',
    identity: { ...fields, cover: cover && [cover.name, cover.size, cover.lastModified] },
    send: (idempotencyKey) =>
      ctx.api.call({
        method: 'POST',
        path: '/vouchers',
        auth: 'required',
        timeoutMs: UPLOAD_TIMEOUT_MS,
        form: giveawayForm(fields, cover),
        onProgress,
        idempotencyKey,
      }),
  });
  if (!answer.ok) return answer;
  ctx.changes.bump();
  return ok(answer.value.data);
}
