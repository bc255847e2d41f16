import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';

import { chooseIdentityProvider } from './accounts/google/openid-provider.ts';
import { registerAccountJobs } from './accounts/sweep.ts';
import { registerDeviceJobs } from './abuse/prove-device.ts';
import { registerExchangeJobs } from './exchange/create-quote.ts';
import { registerSharingJobs } from './giveaways/sharing/arrivals.ts';
import { registerMailJobs } from './notifications/mail/mail-queue.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import type { Deps } from './deps.ts';
import { createSecrets, type Keyring, storedSecret } from './config/secrets.ts';
import { createUploadRoom } from './http/upload-room.ts';
import { createJobs } from './jobs/jobs.ts';
import { registerMediaJobs, chooseCoverStore, removingLater } from './media/choose-cover-store.ts';
import { createProcessors, createSettlementReaders } from './payments/processors.ts';
import { registerNotificationJobs } from './notifications/jobs.ts';
import { createPushSender } from './notifications/push/fcm-sender.ts';
import { registerPaymentJobs } from './payments/reconcile-pending.ts';
import { registerSettlementJobs } from './payments/settlements/read-settlements.ts';
import { registerPayoutJobs } from './disbursements/payouts.ts';
import { createPayoutRails, createSuppliers } from './disbursements/adapters/choose-providers.ts';
import { registerRewardJobs } from './rewards/leaderboard.ts';
import { registerRegionJobs } from './regions/rates.ts';
import { registerSupplierJobs } from './disbursements/purchases.ts';
import { createGuessCounter } from './giveaways/guess/guess-counter.ts';
import { createViewCounter } from './giveaways/views/record-views.ts';
import { OpenStreams } from './stream/open-streams.ts';
import { SharedChanges } from './stream/share-changes.ts';
import { findLiveSessions } from './stream/stream-routes.ts';
import { registerTrustJobs } from './trust/prove-books.ts';
import { registerVoucherJobs } from './vouchers/by-purpose/jobs.ts';

export function composeDeps(
  config: Config,
  database: Database,
  log: FastifyBaseLogger,
  clock: Clock = systemClock,
  secrets: Keyring = secretsOf(config),
): Deps {
  const { db } = database;
  const jobs = createJobs(database, log);
  const streams = new OpenStreams({
    max: config.streamsMax,
    findLiveSessions: findLiveSessions({ db, clock }),
  });
  const deps: Deps = {
    config,
    clock,
    log,
    database,
    db,
    secrets,
    jobs,
    push: createPushSender({ config, db, clock }),
    covers: removingLater(chooseCoverStore(config, clock), jobs, db),
    uploads: createUploadRoom(join(config.dataDir, 'uploads')),
    changes: new SharedChanges({ database, log, streams }),
    streams,
    views: createViewCounter({ db, clock, secrets: () => secrets, log }),
    guessCounts: createGuessCounter({ db, log }),
    processors: createProcessors({ config, db, clock, secrets }),
    settlementReaders: createSettlementReaders({ config, db, clock }),
    payouts: createPayoutRails({ config, db, clock }),
    suppliers: createSuppliers({ config, db, clock }),
    google: chooseIdentityProvider({ config, clock, secrets, log }),
  };
  registerAccountJobs(deps);
  registerDeviceJobs(deps);
  registerExchangeJobs(deps);
  registerMailJobs(deps);
  registerMediaJobs(deps);
  registerNotificationJobs(deps);
  registerPaymentJobs(deps);
  registerPayoutJobs(deps);
  registerRegionJobs(deps);
  registerRewardJobs(deps);
  registerSettlementJobs(deps);
  registerSharingJobs(deps);
  registerSupplierJobs(deps);
  registerTrustJobs(deps);
  registerVoucherJobs(deps);
  return deps;
}

export const secretsOf = ({ secret, formerSecret, dataDir }: Config): Keyring =>
  createSecrets(secret ?? storedSecret(dataDir), formerSecret === undefined ? [] : [formerSecret]);
