import { DAY_MS } from '../../../contract/durations.ts';
import type { PageNews } from '../../../workers/deps.ts';
import { deviceState, noteStorageWell, setDeviceState } from './device-state.ts';
import { keepStorage } from './keep-storage.ts';
import { recoverStorage, type CheckStorage } from './recover-storage.ts';

/** A wrong hour is corrected without a message; a wrong date makes other sites fail too. */
function hearClock(aheadMs: number): void {
  const isWrong = Math.abs(aheadMs) > DAY_MS;
  const shown = deviceState.getSnapshot();
  if (isWrong && shown === 'ok') setDeviceState('clock');
  if (!isWrong && shown === 'clock') setDeviceState('ok');
}

export async function hearWorker(
  news: Exclude<PageNews, { news: 'fault' | 'expired' | 'strange' }>,
  check: CheckStorage,
): Promise<void> {
  if (news.news === 'kept') await keepStorage();
  else if (news.news === 'clock') hearClock(news.aheadMs);
  else if (news.state === 'ok') noteStorageWell();
  else if (news.state === 'blocked') setDeviceState('blocked');
  else await recoverStorage(check);
}
