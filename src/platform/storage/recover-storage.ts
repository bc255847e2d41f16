import { SECOND_MS, DAY_MS } from '../../../contract/durations.ts';
import { getDatabase } from '../../../local/database.ts';
import { classifyStorageError } from '../../../local/storage-failure.ts';
import type { Result } from '../../../contract/result.ts';
import type { StorageCheck } from '../../../workers/storage.ts';
import type { PageNews } from '../../../workers/deps.ts';
import { noteStorageWell, deviceState } from './device-state.ts';

const LOOK_INTERVAL_MS = 15 * SECOND_MS;

export type CheckStorage = () => Promise<Result<StorageCheck>>;

let looking: Promise<void> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

async function look(check: CheckStorage): Promise<void> {
  clearTimeout(timer);
  const result = await check();
  const state = result.ok ? result.value : undefined;
  if (state === 'ok') noteStorageWell();
  else if (state) deviceState.set(state);
  if (state !== 'ok' && state !== 'rebuilt')
    timer = setTimeout(() => void recoverStorage(check), LOOK_INTERVAL_MS);
}

export function recoverStorage(check: CheckStorage): Promise<void> {
  looking ??= look(check).finally(() => {
    looking = undefined;
  });
  return looking;
}

/** Recovers from an error of the page's own reads. @throws when it still cannot be read */
export async function recoverFrom(error: unknown, check: CheckStorage): Promise<void> {
  if (classifyStorageError(error) === undefined) return;
  await recoverStorage(check);
  // Dexie does not reopen a database after a failed open.
  await getDatabase().open();
}

/** Call it after a user action, because some browsers show a prompt. */
export async function keepStorage(): Promise<void> {
  const { storage } = navigator;
  try {
    if (!(await storage.persisted())) await storage.persist();
  } catch {
    // Without this API the browser deletes data by its own rules.
  }
}

/** A wrong hour is corrected without a message; a wrong date makes other sites fail too. */
function hearClock(aheadMs: number): void {
  const isWrong = Math.abs(aheadMs) > DAY_MS;
  const shown = deviceState.get();
  if (isWrong && shown === 'ok') deviceState.set('clock');
  if (!isWrong && shown === 'clock') deviceState.set('ok');
}

export async function onWorkerNews(
  news: Exclude<PageNews, { news: 'fault' | 'expired' | 'strange' }>,
  check: CheckStorage,
): Promise<void> {
  if (news.news === 'kept') await keepStorage();
  else if (news.news === 'clock') hearClock(news.aheadMs);
  else if (news.state === 'ok') noteStorageWell();
  else if (news.state === 'blocked') deviceState.set('blocked');
  else await recoverStorage(check);
}
