import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';

import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { readByteRange } from './byte-range.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';

/** GET /covers/…: pictures and videos, public. Parts of a video by `Range`, as players ask for them. */
export const coverRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/covers/:voucher/:file',
      {
        config: { access: 'public' },
        schema: {
          summary: 'A cover: picture or video',
          tags: ['covers'],
          params: Type.Object({ voucher: Type.String(), file: Type.String() }),
        },
      },
      async (request, reply) => {
        const path = `${request.params.voucher}/${request.params.file}`;
        const file = await deps.covers.find(path);
        if (!file) throw new AppError('not_found');
        reply.headers({
          'content-type': file.contentType,
          'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
          'cross-origin-resource-policy': 'cross-origin',
          'accept-ranges': 'bytes',
        });
        const range = readByteRange(request.headers.range, file.sizeBytes);
        if (range === 'unsatisfiable') {
          return reply
            .status(416)
            .headers({ 'content-range': `bytes */${file.sizeBytes}`, 'cache-control': 'no-store' })
            .send();
        }
        const { start, end } = range === 'whole' ? { start: 0, end: file.sizeBytes - 1 } : range;
        reply.headers({ 'cache-control': FOR_EVER, 'content-length': end - start + 1 });
        if (range !== 'whole')
          reply.status(206).header('content-range', `bytes ${start}-${end}/${file.sizeBytes}`);
        return reply.send(deps.covers.stream(path, start, end));
      },
    );
  };
