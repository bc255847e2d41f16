import { forgetOnPage } from './forget-page.ts';
import { noteSessionExpired, readSession, refreshSession } from './session.ts';

let leaving: Promise<void> | undefined;

async function leave(): Promise<void> {
  if ((await readSession()) !== 'signed-in') return;
  noteSessionExpired();
  await forgetOnPage();
  await refreshSession();
}

/** Clears the user's data after the server or the data worker has ended the session. */
export function leaveExpiredSession(): Promise<void> {
  leaving ??= leave().finally(() => {
    leaving = undefined;
  });
  return leaving;
}
