import type { IdentityProvider } from './accounts/google/identity-provider.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Database, Db } from './db/database.ts';
import type { CoverStore } from './media/cover-store.ts';
import type { UploadRoom } from './http/upload-room.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Processors } from './payments/processor.ts';
import type { SettlementReader } from './payments/settlements/settlement.ts';
import type { PushSender } from './notifications/push/push-message.ts';
import type {
  createPayoutRails,
  createSuppliers,
} from './disbursements/adapters/choose-providers.ts';
import type { OpenStreams } from './stream/open-streams.ts';
import type { SharedChanges } from './stream/share-changes.ts';
import type { Keyring } from './config/secrets.ts';
import type { GuessCounter } from './giveaways/guess/guess-counter.ts';
import type { ViewCounter } from './giveaways/views/viewer.ts';

export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface Deps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly database: Database;
  readonly db: Db;
  readonly secrets: Keyring;
  readonly jobs: Jobs;
  readonly covers: CoverStore;
  readonly uploads: UploadRoom;
  readonly changes: SharedChanges;
  readonly streams: OpenStreams;
  readonly views: ViewCounter;
  readonly guessCounts: GuessCounter;
  readonly processors: Processors;
  readonly settlementReaders: readonly SettlementReader[];
  readonly payouts: ReturnType<typeof createPayoutRails>;
  /** Undefined when push is not configured. */
  readonly push: PushSender | undefined;
  readonly suppliers: ReturnType<typeof createSuppliers>;
  /** Undefined when no sign-in provider is configured. */
  readonly google: IdentityProvider | undefined;
}
