import { DAY_MS } from '../../contract/durations.ts';
import { equalInConstantTime } from '../config/secrets.ts';
import { sqlStateOf } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { shareRun } from '../lib/share-run.ts';
import { AppError } from './app-error.ts';
import { hitsInWindow } from './rate-limit.ts';
import { routesOf } from './route-options.ts';

/** @throws AppError `not_found` when metrics are closed, `unauthenticated` without their token */
function admit(
  { metricsToken, production }: Deps['config'],
  authorization: string | undefined,
): void {
  if (metricsToken === undefined) {
    if (production) throw new AppError('not_found');
    return;
  }
  if (!equalInConstantTime(authorization ?? '', `Bearer ${metricsToken}`))
    throw new AppError('unauthenticated');
}

export const operationsRoutes = routesOf(async (app, deps) => {
  const open = { config: { access: 'public' as const }, schema: { hide: true } };

  app.get('/healthz', open, async () => ({ status: 'ok' }));

  const readiness = shareRun(() => findObstacles(deps));
  app.get('/readyz', open, async () => {
    const reasons = await readiness();
    if (reasons.length > 0) throw new AppError('unavailable', { details: { reasons } });
    return { status: 'ready' };
  });

  app.get('/metrics', open, async (request, reply) => {
    admit(deps.config, request.headers.authorization);
    reply.type(app.metrics.contentType);
    return app.metrics.metrics();
  });
});

const WORDS: Readonly<Record<string, string>> = {
  '25006': 'the database is read-only',
  '53100': 'the database is full',
  '55P03': 'the database is locked',
  '42P01': 'the database is not migrated',
};

/** The check writes, because a full or read-only database still reads. */
async function findObstacles({ db, clock, covers, log }: Deps): Promise<string[]> {
  const wordsFor = (words: string) => (error: unknown) => {
    log.warn({ err: error }, 'not ready');
    return WORDS[sqlStateOf(error) ?? ''] ?? words;
  };
  const found = await Promise.all([
    hitsInWindow(db, 'readyz', DAY_MS, clock.now()).then(
      () => undefined,
      wordsFor('the database does not answer'),
    ),
    covers.check().then(() => undefined, wordsFor('covers cannot be stored')),
  ]);
  return found.filter((words) => words !== undefined);
}
