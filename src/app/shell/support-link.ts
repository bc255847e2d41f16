import { MESSAGES } from '../../../contract/messages.ts';
import { getDatabase } from '../../../local/database.ts';
import { readServerFacts } from '../../../local/queries/user-and-region.ts';
import { notify } from '../../platform/toast-store.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';

export async function addSupportLink(): Promise<void> {
  const db = getDatabase();
  const readEmail = async () => (await readServerFacts(db))?.support_email;
  const known = await readEmail();
  if (known === undefined) await callWorker((worker) => worker.refreshRegions({ force: true }));
  const email = known ?? (await readEmail());
  if (email === undefined) return;
  // The same message replaces the notification that is shown.
  notify(MESSAGES.supportForGiveaway, {
    action: { label: 'Write to support', href: `mailto:${email}` },
  });
}
