import { Type } from 'typebox';

import { AppError } from '../http/app-error.ts';
import { COVER_CACHE_CONTROL } from './cover-store.ts';
import { routesOf, taggedRoutes } from '../http/route-options.ts';

const route = taggedRoutes('Covers');

export const coverRoutes = routesOf(async (app, deps) => {
  app.get(
    '/covers/:voucher/:file',
    route('public', {
      summary: 'A cover: picture or video',
      params: Type.Object({ voucher: Type.String(), file: Type.String() }),
    }),
    async (request, reply) => {
      const path = `${request.params.voucher}/${request.params.file}`;
      const file = await deps.covers.open(path, request.headers.range);
      if (!file) throw new AppError('not_found');
      reply.headers({
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
      });
      const total = file.sizeBytes;
      if (file.part === 'unsatisfiable')
        return reply
          .status(416)
          .headers({ 'content-range': `bytes */${total}`, 'cache-control': 'no-store' })
          .send();
      const { start, end } = file.part === 'whole' ? { start: 0, end: total - 1 } : file.part;
      if (file.part !== 'whole')
        reply.status(206).header('content-range', `bytes ${start}-${end}/${total}`);
      return reply
        .headers({
          'content-type': file.contentType,
          'cache-control': COVER_CACHE_CONTROL,
          'content-length': end - start + 1,
        })
        .send(file.bytes);
    },
  );
});
