import { randomBytes } from 'node:crypto';
import { ulid as newUlid } from 'ulid';

import { minorToMajor } from '../../contract/money.ts';
import { maskCode } from '../../contract/vouchers/voucher-code.ts';
import type { CreateVoucherAnswer, GiveawayFields } from '../../contract/vouchers.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { type StoredCover, vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import {
  firstAnswer,
  withIdempotencyKey,
  type Answer,
  type RequestKey,
} from '../http/idempotency.ts';
import { pathsOf, storeCover, type CoverUpload } from '../media/ingest-cover.ts';
import { commitTo, MASTER_BYTES } from '../../contract/fairness/commitment.ts';
import { getUser, lockAccount } from '../accounts/users.ts';
import {
  drawCode,
  drawPositions,
  encryptCode,
  giveawayCodeHash,
  encryptMaster,
} from '../vouchers/voucher-secrets.ts';
import { rulesJsonOf, readGiveawayTerms, type GiveawayTerms } from './giveaway-terms.ts';

interface NewGiveaway {
  readonly creatorId: number;
  readonly fields: GiveawayFields;
  readonly cover: CoverUpload | undefined;
  readonly requestKey: RequestKey | undefined;
}

type CreateDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'covers'>;

/**
 * Code and rules are committed before any user can guess.
 * @throws AppError `below_minimum`, `amount_invalid`, `validation_failed`, `unauthenticated`
 */
export async function createGiveaway(
  deps: CreateDeps,
  input: NewGiveaway,
): Promise<Answer<CreateVoucherAnswer>> {
  const now = dateOf(deps.clock);
  // A time that was in the future at the first request may be in the past now.
  const first = await firstAnswer<CreateVoucherAnswer>(deps.db, input.requestKey, now);
  if (first) return first;
  const ulid = newUlid(now.getTime());
  const { region } = await getUser(deps.db, input.creatorId);
  const terms = readGiveawayTerms(input.fields, region, now.getTime());
  const cover = input.cover ? await storeCover(deps.covers, input.cover, ulid) : undefined;
  let isUsed = false;
  try {
    return await withIdempotencyKey(deps.db, input.requestKey, now, async (tx) => {
      const id = await insertGiveaway(tx, deps, { input, terms, ulid, cover, now });
      isUsed = true;
      return { status: 201, body: answerOf(id, ulid, terms) };
    });
  } finally {
    // Files that a row may name stay, because a commit without an answer may have happened.
    if (cover && !isUsed) await deps.covers.remove(pathsOf(cover));
  }
}

interface Insert {
  readonly input: NewGiveaway;
  readonly terms: GiveawayTerms;
  readonly ulid: string;
  readonly cover: StoredCover | undefined;
  readonly now: Date;
}

async function insertGiveaway(
  tx: Db,
  { secrets }: CreateDeps,
  { input, terms, ulid, cover, now }: Insert,
): Promise<number> {
  const { creatorId, fields } = input;
  const { amountMinor, feeMinor, ...columns } = terms;
  // A giveaway of a deleted account could not be paid or ended.
  await lockAccount(tx, creatorId);
  const code = fields.code ?? drawCode();
  const hidden = drawPositions(terms.maskedDigits, code.length);
  const master = randomBytes(MASTER_BYTES);
  const rulesJson = rulesJsonOf({ ...terms, hidden });
  const [row] = await tx
    .insert(vouchers)
    .values({
      ulid,
      purpose: 'giveaway',
      type: fields.type ?? 'goodies',
      status: 'pending',
      creatorId,
      ...columns,
      amount: amountMinor,
      fee: feeMinor,
      codeEncrypted: encryptCode(secrets, ulid, code),
      codeHash: giveawayCodeHash(secrets, ulid, code),
      maskedCode: maskCode(code, hidden),
      masterEncrypted: encryptMaster(secrets, ulid, master),
      commitment: commitTo(ulid, code, master, rulesJson).commitment,
      rulesJson,
      network: fields.network?.trim() || 'N/A',
      isPrivate: fields.is_private ?? false,
      cover: cover ?? null,
      adUrl: fields.ad_url ?? null,
      adCopy: fields.ad_copy ?? null,
      createdAt: now,
    })
    .returning({ id: vouchers.id });
  if (!row) throw new Error('the voucher was not inserted');
  return row.id;
}

const answerOf = (id: number, ulid: string, terms: GiveawayTerms): CreateVoucherAnswer => ({
  success: true,
  message: 'Giveaway saved. Pay for it to publish it.',
  data: {
    id,
    ulid,
    status: 'pending',
    amount_due: minorToMajor(terms.amountMinor + terms.feeMinor),
    currency: terms.currency,
  },
});
