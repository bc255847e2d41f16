import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import {
  CoverForm,
  CreateVoucherAnswer,
  GiveawayForm,
  UpdateCoverAnswer,
  VoucherParams,
} from '../../contract/vouchers.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { fieldError } from '../http/app-error.ts';
import { requestKeyOf } from '../http/idempotency.ts';
import { type MultipartForm, readMultipartForm } from '../http/multipart-form.ts';
import { countHit } from '../http/rate-limit.ts';
import { createGiveaway } from './create-giveaway.ts';
import { readGiveawayFields } from './read-giveaway-fields.ts';
import { updateCover } from './update-cover.ts';

const tags = ['Vouchers'];
/** Covers that one account may have worked on: far above what a person needs, far below what fills a disk. */
const UPLOAD_LIMIT = { hits: 60, windowMs: 60 * 60 * 1000 };

/** Posting a giveaway and its cover. */
export const giveawayPostRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/vouchers',
      {
        config: { access: 'verified', form: GiveawayForm },
        schema: {
          summary: 'Post a giveaway',
          tags,
          response: { 201: CreateVoucherAnswer },
        },
      },
      async (request, reply) => {
        const { userId } = callerOf(request);
        const key = requestKeyOf(request, userId);
        const form = await readCoverForm(deps, request, userId);
        const answer = await createGiveaway(deps, {
          creatorId: userId,
          fields: readGiveawayFields(form.texts),
          cover: form.file,
          // The key's own hash does not cover a form, which is read after it.
          requestKey: key && { ...key, requestHash: form.hash },
        });
        return reply.status(201).send(answer.body);
      },
    );

    app.post(
      '/vouchers/:id/update-cover',
      {
        config: { access: 'verified', form: CoverForm },
        schema: {
          summary: 'Give a voucher another cover',
          tags,
          params: VoucherParams,
          response: { 200: UpdateCoverAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        const { texts, file } = await readCoverForm(deps, request, userId);
        const [unknown] = texts.keys();
        if (unknown !== undefined) throw fieldError(unknown, 'is not a field of this request');
        if (!file) throw fieldError('ad_cover', 'is required');
        const voucher = await updateCover(deps, {
          voucher: request.params.id,
          userId,
          bytes: file,
        });
        return { success: true as const, message: 'Cover updated', voucher };
      },
    );
  };

async function readCoverForm(
  deps: Deps,
  request: FastifyRequest,
  userId: number,
): Promise<MultipartForm> {
  await countHit(deps.db, `upload:${userId}`, UPLOAD_LIMIT, deps.clock.now());
  return readMultipartForm(request, 'ad_cover');
}
