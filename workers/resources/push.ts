import type { MessageAnswer } from '../../contract/common.ts';
import { SUBMIT_TIMEOUT_MS } from '../../contract/constants.ts';
import type {
  PushConfig,
  PushConfigAnswer,
  PushTokenBody,
} from '../../contract/notifications/calls.ts';
import { ok, type Result } from '../../contract/result.ts';
import type { Done, WorkerContext } from '../context.ts';
import { failed } from '../failure.ts';

const FALLBACK = 'notifications_setup_failed';

/** How this device gets a token for push messages. @returns `notifications_setup_failed` where nothing can be pushed */
export async function readPushConfig({ api }: WorkerContext): Promise<Result<PushConfig>> {
  const answer = await api.call<PushConfigAnswer>({
    path: '/fcm/config',
    auth: 'required',
    fallback: FALLBACK,
  });
  if (!answer.ok) return answer;
  return answer.value.data ? ok(answer.value.data) : failed(FALLBACK);
}

/** Tells the server this device's token (spec 7.5), or with none that it gets no messages any more. */
export async function savePushToken(
  { api }: WorkerContext,
  body: PushTokenBody | undefined,
): Promise<Done> {
  const answer = await api.call<MessageAnswer>({
    method: body ? 'POST' : 'DELETE',
    path: '/fcm/token',
    ...(body && { body }),
    auth: 'required',
    timeoutMs: SUBMIT_TIMEOUT_MS,
    fallback: FALLBACK,
  });
  return answer.ok ? ok(undefined) : answer;
}
