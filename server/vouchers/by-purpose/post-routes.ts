import { eq } from 'drizzle-orm';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { FastifyRequest } from 'fastify';

import {
  type Voucher,
  GiveawayFields,
  CoverForm,
  CreateVoucherAnswer,
  UpdateCoverAnswer,
  VoucherParams,
} from '../../../contract/vouchers.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import { pathsOf, storeCover, type CoverUpload } from '../../media/ingest-cover.ts';
import { presentVoucher } from '../present-voucher.ts';
import { findVoucher } from '../read-voucher.ts';
import { PaymentVoucherFields, VoucherForm } from '../../../contract/payment-vouchers.ts';
import { invalid, readTexts } from '../../http/validation.ts';
import { COVER_IMAGE_MAX_BYTES, COVER_VIDEO_MAX_BYTES } from '../../../contract/constants.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { dateOf } from '../../clock.ts';
import { callerOf } from '../../http/access.ts';
import { requestKeyOf, wasAnswered, type Answer, type RequestKey } from '../../http/idempotency.ts';
import { type MultipartForm, refuseTexts, withForm } from '../../http/multipart-form.ts';
import { countHit } from '../../http/rate-limit.ts';
import { createPaymentVoucher } from '../../payment-vouchers/create-payment-voucher.ts';
import { createGiveaway } from '../../giveaways/create-giveaway.ts';
import { routesOf, success, taggedRoutes } from '../../http/route-options.ts';

/** @throws AppError `voucher_removed`, `forbidden`, `voucher_used` once it is over, and upload errors */
export async function updateCover(
  deps: Pick<Deps, 'db' | 'covers' | 'config' | 'secrets'>,
  ref: string,
  userId: number,
  upload: CoverUpload,
): Promise<Voucher> {
  const found = await findVoucher(deps.db, ref, userId);
  const { id, ulid, creatorId } = found.voucher;
  if (creatorId !== userId) throw new AppError('forbidden');
  refuseEnded(found.voucher);
  const cover = await storeCover(deps.covers, upload, ulid);
  let isUsed = false;
  try {
    const replaced = await inTransaction(deps.db, async (tx) => {
      const [before] = await tx
        .select({ cover: vouchers.cover, status: vouchers.status })
        .from(vouchers)
        .where(eq(vouchers.id, id))
        .for('no key update');
      // It may have ended meanwhile.
      if (before) refuseEnded(before);
      isUsed = true;
      await tx.update(vouchers).set({ cover }).where(eq(vouchers.id, id));
      return before?.cover ?? null;
    });
    if (replaced) await deps.covers.remove(pathsOf(replaced));
  } finally {
    // Files that a row may name stay, even if the commit fails.
    if (!isUsed) await deps.covers.remove(pathsOf(cover));
  }
  return presentVoucher(deps, { ...found, voucher: { ...found.voucher, cover } });
}

function refuseEnded({ status }: { readonly status: string }): void {
  if (status !== 'pending' && status !== 'active') throw new AppError('voucher_used');
}

/** An empty text counts as a missing field. @throws AppError `validation_failed` */
function readerOf<T extends TSchema>(schema: T): (texts: ReadonlyMap<string, string>) => Static<T> {
  const check = Compile(schema);
  return (texts) => {
    const given = [...texts].filter(([, text]) => text !== '');
    const fields = readTexts(schema, Object.fromEntries(given));
    if (!check.Check(fields)) throw invalid(check.Errors(fields));
    return fields;
  };
}

const readGiveawayFields = readerOf(GiveawayFields);
const readPaymentVoucherFields = readerOf(PaymentVoucherFields);

const voucherFormRoute = taggedRoutes('Vouchers', { form: VoucherForm });
const coverFormRoute = taggedRoutes('Vouchers', { form: CoverForm });
/** The limit is far above normal use and far below what fills a disk. */
const UPLOAD_LIMIT = { hits: 60, windowMs: HOUR_MS };

const COVER_FIELD = 'ad_cover';
const POSTER_FIELD = 'ad_poster';
const FORM = {
  files: { [COVER_FIELD]: COVER_VIDEO_MAX_BYTES, [POSTER_FIELD]: COVER_IMAGE_MAX_BYTES },
  maxBytes: COVER_VIDEO_MAX_BYTES + COVER_IMAGE_MAX_BYTES + 1024 * 1024,
};

export const voucherPostRoutes = routesOf(async (app, deps) => {
  app.post(
    '/vouchers',
    voucherFormRoute('verified', {
      summary: 'Post a giveaway, or make a payment voucher',
      description: 'It stays pending until it is paid. A code that is taken is a 409.',
      response: { 201: CreateVoucherAnswer },
    }),
    async (request, reply) => {
      const { userId } = callerOf(request);
      const named = requestKeyOf(deps.secrets, request, userId);
      const { body } = await withCoverForm(deps, request, named, (form) =>
        createVoucher(deps, userId, form, requestKeyOf(deps.secrets, request, userId, form.hash)),
      );
      return reply.status(201).send(body);
    },
  );

  app.post(
    '/vouchers/:id/update-cover',
    coverFormRoute('verified', 'Give a voucher another cover', UpdateCoverAnswer, {
      params: VoucherParams,
    }),
    async (request) => {
      const { userId } = callerOf(request);
      const voucher = await withCoverForm(deps, request, undefined, (form) => {
        refuseTexts(form);
        const upload = coverIn(form.files);
        if (!upload) throw fieldError(COVER_FIELD, 'is required');
        return updateCover(deps, request.params.id, userId, upload);
      });
      return { success, message: 'Cover updated', voucher };
    },
  );
});

function createVoucher(
  deps: Deps,
  creatorId: number,
  { texts, files }: MultipartForm,
  requestKey: RequestKey | undefined,
): Promise<Answer<CreateVoucherAnswer>> {
  if (texts.get('purpose') !== 'payment') {
    const fields = readGiveawayFields(texts);
    return createGiveaway(deps, { creatorId, fields, cover: coverIn(files), requestKey });
  }
  const [file] = files.keys();
  if (file !== undefined) throw fieldError(file, 'is not a file of a payment voucher');
  const fields = readPaymentVoucherFields(texts);
  return createPaymentVoucher(deps, { creatorId, fields, requestKey });
}

async function withCoverForm<T>(
  deps: Deps,
  request: FastifyRequest,
  key: RequestKey | undefined,
  work: (form: MultipartForm) => Promise<T>,
): Promise<T> {
  const { userId } = callerOf(request);
  if (!(await wasAnswered(deps.db, key, dateOf(deps.clock))))
    await countHit(deps.db, `upload:${userId}`, UPLOAD_LIMIT, deps.clock.now());
  return withForm(deps.uploads, request, FORM, work);
}

/** @throws AppError `validation_failed` for a poster without a video */
function coverIn(files: MultipartForm['files']): CoverUpload | undefined {
  const cover = files.get(COVER_FIELD);
  const poster = files.get(POSTER_FIELD);
  if (cover) return { cover, poster };
  if (poster) throw fieldError(POSTER_FIELD, 'belongs to a video');
  return undefined;
}
