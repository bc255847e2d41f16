import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';

import { COVER_VIDEO_MAX_BYTES } from '../contract/constants.ts';
import { findCaller } from './accounts/sessions.ts';
import { findMember } from './back-office/staff.ts';
import type { Deps } from './deps.ts';
import { guardAccess } from './http/access.ts';
import { installAnswerTags } from './http/etags.ts';
import { installDatabaseMetrics } from './http/database-metrics.ts';
import { installErrorHandler, refuseAddress } from './http/error-handler.ts';
import { requireKeys } from './http/idempotency.ts';
import { installMetrics } from './http/metrics.ts';
import { installOpenApi } from './http/openapi.ts';
import { installDeadline, installRequestLog, installRouteOfRequest } from './http/request-hooks.ts';
import {
  installSecurityHeaders,
  refuseConnection,
  securityHeadersOf,
} from './http/security-headers.ts';
import { installValidation } from './http/validation.ts';
import { installLoadShedding, type Capacity } from './http/shed-load.ts';
import { operationsRoutes } from './http/operations-routes.ts';
import { installWrongCodesMetric } from './vouchers/look-up-code.ts';
import { apiRoutes, lightRoutes, literalRoutes, rootRoutes, sandboxRoutes } from './routes.ts';

const BODY_LIMIT_BYTES = 256 * 1024;
const MULTIPART_FIELD_BYTES = 10 * 1024;
const MULTIPART_MAX_FIELDS = 40;
const MULTIPART_MAX_FILES = 2;
const REQUEST_TIMEOUT_MS = 180_000;
/** The framework's default of 10 s is too short on a busy machine. */
const START_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;
/** A phone that has left a stream without a word is noticed. */
const PROBE_AFTER_MS = 30_000;
const PATH_PARAM_MAX = 200;
/** A smaller answer fits into one packet without compression. */
const COMPRESS_FROM_BYTES = 1024;
/** A higher quality costs more processor time than it saves on the network. */
const BROTLI_QUALITY = 4;

export interface AppOptions {
  /** Serves the app's pages; absent for the API alone. */
  readonly web?: (app: FastifyInstance) => Promise<void>;
  readonly log?: FastifyBaseLogger | undefined;
  readonly capacity?: Capacity;
  /** Monotonic time in ms, which tests replace. */
  readonly monotonicMs?: () => number;
}

/** Only the last proxies are trusted, because a client can write the left part of `X-Forwarded-For`. */
const isProxy =
  (proxies: number) =>
  (_address: string, hop: number): boolean =>
    hop < proxies;

export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const headers = securityHeadersOf(deps.config.publicOrigin);
  const app = Fastify({
    ...(options.log ? { loggerInstance: options.log } : { logger: false }),
    // Most requests log one line, so a child logger for each would be wasteful.
    childLoggerFactory: (log) => log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isProxy(deps.config.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    pluginTimeout: START_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { keepAlive: true, keepAliveInitialDelay: PROBE_AFTER_MS },
    routerOptions: { maxParamLength: PATH_PARAM_MAX },
    genReqId: () => randomUUID(),
    frameworkErrors: refuseAddress(headers),
    clientErrorHandler: refuseConnection(headers),
    forceCloseConnections: 'idle',
    // A load balancer may still send requests on open connections, so these are answered.
    return503OnClosing: false,
  }).withTypeProvider<TypeBoxTypeProvider>();

  installValidation(app);
  installErrorHandler(app);
  installRouteOfRequest(app);
  // Answers are private by default, and a route with public data overrides it.
  installSecurityHeaders(app, { ...headers, 'cache-control': 'no-store' });
  // It comes before hooks that refuse requests, so that refusals have an id too.
  installRequestLog(app);
  installMetrics(app);
  installDatabaseMetrics(app, deps);
  installWrongCodesMetric(app, deps);
  const readPool = () => deps.database.poolFigures?.();
  installLoadShedding(app, options.capacity, readPool, options.monotonicMs);
  installDeadline(app);
  // It comes before the access guard, because the library's page has no `access`.
  await installOpenApi(app, deps.config.publicOrigin);
  guardAccess(app, findCaller(deps), (token) => findMember(deps, token));
  requireKeys(app);

  await app.register(operationsRoutes(deps));
  for (const routes of lightRoutes) await app.register(routes(deps), { prefix: '/api/v1' });
  await app.register(
    async (api) => {
      await api.register(multipart, {
        limits: {
          fileSize: COVER_VIDEO_MAX_BYTES,
          files: MULTIPART_MAX_FILES,
          fields: MULTIPART_MAX_FIELDS,
          fieldSize: MULTIPART_FIELD_BYTES,
          parts: MULTIPART_MAX_FIELDS + MULTIPART_MAX_FILES,
        },
      });
      await api.register(compress, {
        encodings: ['br', 'gzip'],
        threshold: COMPRESS_FROM_BYTES,
        brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
      });
      installAnswerTags(api, deps.secrets);
      for (const routes of literalRoutes) await api.register(routes(deps));
      for (const routes of apiRoutes) await api.register(routes(deps), { prefix: '/v1' });
    },
    { prefix: '/api' },
  );
  for (const routes of rootRoutes) await app.register(routes(deps));
  if (deps.config.sandbox)
    for (const routes of sandboxRoutes) await app.register(routes(deps), { prefix: '/sandbox' });
  if (options.web) await options.web(app);
  return app;
}
