import pino from 'pino';

import { readConfig } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { createJobs } from '../jobs/jobs.ts';
import { refuse } from '../lib/refuse.ts';
import { resendMails } from './mail-queue.ts';

/**
 * `npm run resend-mails`: puts the mails that were given up back into the outgoing mail of the database that the
 * server's configuration names; a server that runs sends them. Exit code 0, or 1 for a wrong configuration.
 */
async function main(): Promise<number> {
  const { config, faults } = readConfig(process.env);
  if (!config) return refuse(faults);
  const database = await openDatabase(config);
  const jobs = createJobs(database, pino(pino.destination(2)));
  await jobs.open();
  try {
    const count = await resendMails({ db: database.db, jobs });
    process.stdout.write(`${count} ${count === 1 ? 'mail is' : 'mails are'} tried again\n`);
    return 0;
  } finally {
    await jobs.stop();
    await database.close();
  }
}

process.exitCode = await main();
