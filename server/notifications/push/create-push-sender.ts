import type { Clock } from '../../clock.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/database.ts';
import { createSandboxPush } from '../../sandbox/push-sender.ts';
import { createFcmSender } from './fcm-sender.ts';
import type { PushSender } from './push-sender.ts';

interface Parts {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
}

/** Firebase where it is configured, else the sandbox where that is on; undefined where nothing can be pushed. */
export function createPushSender({ config, db, clock }: Parts): PushSender | undefined {
  if (config.fcm) return createFcmSender(config.fcm, { clock });
  return config.sandbox ? createSandboxPush({ db, clock }) : undefined;
}
