import { systemClock } from '../../clock.ts';
import { readConfig, type Config } from '../../config/config.ts';
import { openDatabase } from '../../db/database.ts';
import { refuse, wordsOf } from '../../log.ts';
import { resendMails } from './mail-queue.ts';

/**
 * `npm run resend-mails`: queues the failed mails again; a running server sends them. Exit code 0, or 1 with the
 * reason.
 */
async function main(): Promise<number> {
  const { config, faults } = readConfig(process.env);
  if (!config) return refuse(faults);
  try {
    const count = await resend(config);
    process.stdout.write(`${count} ${count === 1 ? 'mail is' : 'mails are'} tried again\n`);
    return 0;
  } catch (error) {
    return refuse([wordsOf(error)]);
  }
}

async function resend(config: Config): Promise<number> {
  const database = await openDatabase(config);
  try {
    return await resendMails({ db: database.db, clock: systemClock });
  } finally {
    await database.close();
  }
}

process.exitCode = await main();
