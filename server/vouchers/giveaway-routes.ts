import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import {
  CreateVoucherAnswer,
  PayFromWalletAnswer,
  PayFromWalletBody,
  SubmitAnswer,
  SubmitBody,
  UpdateCoverAnswer,
  VoucherParams,
  WrongGuessAnswer,
} from '../../contract/vouchers.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { fieldError } from '../http/app-error.ts';
import { requestKeyOf } from '../http/idempotency.ts';
import { readMultipartForm } from '../http/multipart-form.ts';
import { countHit } from '../http/rate-limit.ts';
import { createGiveaway } from './create-giveaway.ts';
import { payFromWallet } from './pay-from-wallet.ts';
import { readGiveawayFields } from './read-giveaway-fields.ts';
import { submitGuess } from './submit-guess.ts';
import { updateCover } from './update-cover.ts';

const tags = ['Vouchers'];
/** Covers that one account may have worked on: far above what a person needs, far below what fills a disk. */
const UPLOAD_LIMIT = { hits: 60, windowMs: 60 * 60 * 1000 };

/** Posting a giveaway, paying for it and winning it. */
export const giveawayRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const readCoverForm = async (
      request: Parameters<typeof readMultipartForm>[0],
      userId: number,
    ) => {
      await countHit(deps.db, `upload:${userId}`, UPLOAD_LIMIT, deps.clock.now());
      return readMultipartForm(request, 'ad_cover');
    };

    app.post(
      '/vouchers',
      {
        config: { access: 'verified' },
        schema: {
          summary: 'Post a giveaway',
          description: 'A multipart form with the fields of GiveawayFields and the file ad_cover.',
          tags,
          consumes: ['multipart/form-data'],
          response: { 201: CreateVoucherAnswer },
        },
      },
      async (request, reply) => {
        const { userId } = callerOf(request);
        const key = requestKeyOf(request, userId);
        const form = await readCoverForm(request, userId);
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
        config: { access: 'verified' },
        schema: {
          summary: 'Give a voucher another cover',
          tags,
          consumes: ['multipart/form-data'],
          params: VoucherParams,
          response: { 200: UpdateCoverAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        const { texts, file } = await readCoverForm(request, userId);
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

    app.post(
      '/vouchers/payment/wallet',
      {
        config: { access: 'verified' },
        schema: {
          summary: 'Pay for a voucher from the wallet',
          tags,
          body: PayFromWalletBody,
          response: { 200: PayFromWalletAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        const answer = await payFromWallet(deps, {
          userId,
          body: request.body,
          requestKey: requestKeyOf(request, userId),
        });
        return answer.body;
      },
    );

    app.post(
      '/vouchers/submit',
      {
        config: { access: 'user' },
        schema: {
          summary: 'Guess a code, or enter a lottery',
          tags,
          body: SubmitBody,
          response: { 200: SubmitAnswer, 422: WrongGuessAnswer },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const { body } = await submitGuess(deps, {
          caller,
          body: request.body,
          requestKey: requestKeyOf(request, caller.userId),
        });
        return body.success ? reply.status(200).send(body) : reply.status(422).send(body);
      },
    );
  };
