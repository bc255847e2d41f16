import type { Result } from '../../../contract/result.ts';
import { callWorker, stopDataWorker } from '../worker/data-worker.ts';
import { forgetOnPage } from './forget-page.ts';
import { refreshSession } from './session.ts';

/**
 * Signs out and leaves nothing private on the device: the data worker clears tables and token and is then
 * stopped, caches and the page's own notes follow, and last the session is over for the rest of the app.
 * @returns a failure when the server could not be told; the device is signed out all the same
 */
export async function signOut(): Promise<Result<undefined>> {
  const result = await callWorker((worker) => worker.logout());
  stopDataWorker();
  await forgetOnPage();
  await refreshSession();
  return result;
}
