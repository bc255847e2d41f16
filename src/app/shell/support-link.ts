import { MESSAGES } from '../../../contract/messages.ts';
import { getDatabase } from '../../../local/database.ts';
import { readSupportEmail } from '../../../local/queries/user-and-region.ts';
import { notify } from '../../platform/toast-store.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';

export async function addSupportLink(): Promise<void> {
  const db = getDatabase();
  const known = await readSupportEmail(db);
  if (known === undefined) await callWorker((worker) => worker.refreshRegions({ force: true }));
  const email = known ?? (await readSupportEmail(db));
  if (email === undefined) return;
  // The same message replaces the notification that is shown.
  notify(MESSAGES.supportForGiveaway, {
    action: { label: 'Write to support', href: `mailto:${email}` },
  });
}
