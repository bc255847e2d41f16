import { forgetOnPage } from './forget-page.ts';
import { noteSessionExpired, readSession, refreshSession } from './session.ts';

let leaving: Promise<void> | undefined;

async function leave(): Promise<void> {
  if ((await readSession()) !== 'signed-in') return;
  noteSessionExpired();
  await forgetOnPage();
  await refreshSession();
}

/**
 * To be called when the data worker has forgotten a user who did not sign out, by its own word or by that of a refused
 * call: what is left of that person goes, and the guard learns of it.
 */
export function leaveExpiredSession(): Promise<void> {
  leaving ??= leave().finally(() => {
    leaving = undefined;
  });
  return leaving;
}
