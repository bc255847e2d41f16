import { ok, type Result } from '../contract/result.ts';
import { readSessionId } from '../local/session.ts';
import { classifyStorageError } from '../local/storage-failure.ts';
import * as accountMail from './commands/account-mail.ts';
import * as cases from './commands/cases.ts';
import * as createVoucher from './commands/create-voucher.ts';
import * as device from './commands/device.ts';
import * as notifications from './commands/notifications.ts';
import * as ownVouchers from './commands/own-vouchers.ts';
import * as pay from './commands/pay.ts';
import * as profile from './commands/profile.ts';
import * as proofs from './commands/proofs.ts';
import * as redeemVoucher from './commands/redeem-voucher.ts';
import * as region from './commands/region.ts';
import * as signIn from './commands/sign-in.ts';
import * as submitGuess from './commands/submit-guess.ts';
import * as wallet from './commands/wallet.ts';
import { createContext, type WorkerContext } from './context.ts';
import { reportFault, type WorkerDeps } from './deps.ts';
import { failed } from './failure.ts';
import { forgetAttempt } from './money-command.ts';
import * as lists from './refresh/lists.ts';
import * as resources from './refresh/resources.ts';
import * as voucher from './refresh/refresh-voucher.ts';
import { checkStorage, tidyUp } from './storage.ts';
import { createViewsPoller, pollViews, type VoucherWatch } from './views-poller.ts';

/** Every function that these files export is exposed to the page. */
const COMMANDS = {
  ...accountMail,
  ...cases,
  ...createVoucher,
  ...device,
  ...notifications,
  ...ownVouchers,
  ...pay,
  ...profile,
  ...proofs,
  ...redeemVoucher,
  ...region,
  ...signIn,
  ...submitGuess,
  ...wallet,
  ...lists,
  ...resources,
  ...voucher,
  checkStorage,
  tidyUp,
};

type Command = (ctx: WorkerContext, ...input: never[]) => Promise<Result<unknown>>;

type Bound<T> = {
  [Name in keyof T]: T[Name] extends (ctx: WorkerContext, ...input: infer Input) => infer Outcome
    ? (...input: Input) => Outcome
    : never;
};

type Run = <T>(work: (ctx: WorkerContext) => Promise<Result<T>>) => Promise<Result<T>>;

const bind = <T extends Readonly<Record<string, Command>>>(commands: T, run: Run): Bound<T> =>
  Object.fromEntries(
    Object.entries(commands).map(([name, command]) => [
      name,
      (...input: never[]) => run((ctx) => command(ctx, ...input)),
    ]),
  ) as Bound<T>;

/** An exception would lose its error code on the way to the page. */
const guard =
  (ctx: WorkerContext): Run =>
  async (work) => {
    try {
      return await work(ctx);
    } catch (error) {
      reportFault(ctx, error);
      return failed(classifyStorageError(error) === 'full' ? 'storage_full' : 'worker_failed');
    }
  };

/**
 * Every call settles with a `Result`; without a network, money calls fail with `offline`. Any call
 * may fail with `network`, `timeout`, `offline`, `too_many_requests`, `internal`, `unavailable`,
 * `storage_full` or `worker_failed`; after `unauthenticated` the device is signed out.
 */
export function createDataWorkerApi(deps: WorkerDeps) {
  const ctx = createContext(deps);
  const poller = createViewsPoller({ ...deps, poll: (ulid) => pollViews(ctx, ulid) });
  const guarded = guard(ctx);

  const run: Run = async (work) => {
    let attempt: string | undefined;
    const noteAnswered = (answered: string): void => void (attempt = answered);
    const result = await guarded((shared) => work({ ...shared, noteAnswered }));
    return result.ok && attempt !== undefined ? { ...result, attempt } : result;
  };

  return {
    ...bind(COMMANDS, run),
    /** Deletes the key of a money command after the page has received its answer. */
    confirmAnswer: (attempt: string) =>
      guarded(async (shared) => {
        await forgetAttempt(shared, attempt);
        return ok(undefined);
      }),
    ping: async () => 'ready' as const,
    /** Settles once the database answers; it does not settle if the worker or database hangs. */
    checkAlive: async () => {
      await readSessionId(ctx.db).catch(() => undefined);
      return ok(undefined);
    },
    pollVoucher: (ulid: string) =>
      guarded(async () => {
        const outcome = await pollViews(ctx, ulid);
        return outcome === 'failed' ? failed('network') : ok(undefined);
      }),
    /** Makes the next refreshes ask the server, even if the rows are fresh. */
    expire: async () => ctx.changes.expire(),
    setVisible: async (visible: boolean) => poller.setVisible(visible),
    /** Polls only these vouchers, and each one in only one tab at a time. */
    setWatches: async (watches: readonly VoucherWatch[]) => poller.setWatches(watches),
  };
}

export type DataWorkerApi = ReturnType<typeof createDataWorkerApi>;
