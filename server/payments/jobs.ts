import type { Deps } from '../deps.ts';
import { EVERY_MINUTE } from '../jobs/cron.ts';
import { ofRequest } from '../of-request.ts';
import { reconcilePending } from './reconcile-pending.ts';
import {
  HANDLE_WEBHOOK,
  handleWebhook,
  sweepWebhooks,
  type WebhookJob,
} from './webhooks/handle-webhook.ts';
import { retryParked } from './webhooks/parked-webhooks.ts';

const RECONCILE_QUEUE = 'reconcile-payments';
const RETRY_QUEUE = 'retry-webhooks';
const SWEEP_QUEUE = 'sweep-webhooks';
const EACH_HOUR = '23 * * * *';
const EACH_NIGHT = '41 3 * * *';

/** Payments settle also when the payer does not come back from the checkout. */
export function registerPaymentJobs(deps: Deps): void {
  deps.jobs.handle(HANDLE_WEBHOOK, (data, request) =>
    handleWebhook(ofRequest(deps, request), (data as WebhookJob).eventId),
  );
  deps.jobs.handle(RECONCILE_QUEUE, async () => void (await reconcilePending(deps)), EVERY_MINUTE);
  deps.jobs.handle(RETRY_QUEUE, () => retryParked(deps), EACH_HOUR);
  deps.jobs.handle(SWEEP_QUEUE, () => sweepWebhooks(deps), EACH_NIGHT);
}
