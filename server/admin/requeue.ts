import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { listGivenUp, mailAgain, resendMail } from '../notifications/mail/mail-queue.ts';
import { listParked, requeueWebhookById } from '../payments/webhooks/handle-webhook.ts';
import { type Act, AdminError } from './record-action.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUMBER = /^[1-9]\d{0,14}$/;

type Requeue = (tx: Db, deps: Deps, id: string) => Promise<string>;

const KINDS: Readonly<Record<string, Requeue>> = {
  async job(tx, deps, id) {
    const queue = UUID.test(id) ? await deps.jobs.retry(tx, id) : undefined;
    if (queue === undefined) throw new AdminError(`there is no job ${id} that was given up`);
    return `a job of ${queue} is tried again`;
  },
  async mail(tx, deps, id) {
    const result = NUMBER.test(id) ? await resendMail(tx, deps, Number(id)) : 'none';
    return triedAgain(`mail ${id}`, result);
  },
  async webhook(tx, deps, id) {
    const result = NUMBER.test(id) ? await requeueWebhookById(tx, deps, Number(id)) : 'none';
    return triedAgain(`webhook ${id}`, result);
  },
  async notice(tx, deps, id) {
    if (!NUMBER.test(id) || !(await mailAgain(tx, Number(id), dateOf(deps.clock))))
      throw new AdminError(`there is no notification ${id} whose mail can be written again`);
    return `notification ${id} is mailed again, unless its user has turned that off`;
  },
};

export const REQUEUED = Object.keys(KINDS);

function triedAgain(
  name: string,
  result: Awaited<ReturnType<typeof resendMail | typeof requeueWebhookById>>,
): string {
  if (result === 'none') throw new AdminError(`there is no ${name}`);
  if (result === 'waiting') throw new AdminError(`${name} is still being tried`);
  if (result !== 'queued') throw new AdminError(`${name} was ${result}`);
  return `${name} is tried again`;
}

export const requeue: Act = async (tx, deps, [kind = '', id = '']) => {
  const run = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!run) throw new AdminError(`${REQUEUED.join(', ')} can be tried again`);
  return { subject: `${kind}:${id}`, outcome: await run(tx, deps, id) };
};

const SHOWN = 100;

/** Failed jobs, mails and webhooks with their argument of `requeue`, and how many are left out. */
export async function listFailed(deps: Pick<Deps, 'db' | 'jobs' | 'clock'>): Promise<string[]> {
  const failedJobs = await deps.jobs.listFailed();
  const mails = await listGivenUp(deps.db);
  const webhooks = await listParked(deps.db, deps.clock.now());
  return [
    ...failedJobs.flatMap(({ id, queue, failedAt, leftOut }) => [
      `job ${id}  ${queue}  given up ${failedAt.toISOString()}`,
      ...moreLine(leftOut, queue),
    ]),
    ...moreLine(mails.length - SHOWN, 'mails, earlier ones'),
    ...mails
      .slice(-SHOWN)
      .map(
        ({ id, to, subject, createdAt }) =>
          `mail ${id}  to ${to}  “${subject}”  of ${createdAt.toISOString()}`,
      ),
    ...moreLine(webhooks.length - SHOWN, 'webhooks, earlier ones'),
    ...webhooks
      .slice(-SHOWN)
      .map(
        ({ id, gateway, type, reference, receivedAt }) =>
          `webhook ${id}  ${gateway}  ${type}  ${reference ?? 'no reference'}  of ${receivedAt.toISOString()}`,
      ),
  ];
}

const moreLine = (count: number, what: string): string[] =>
  count > 0 ? [`  and ${count} more of ${what}`] : [];
