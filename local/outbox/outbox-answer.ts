import type { DeviceKeys } from '../keys.ts';

export interface OutboxDeps {
  readonly keys: Pick<
    DeviceKeys,
    'readToken' | 'deviceId' | 'readDeviceToken' | 'clearDeviceToken'
  >;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly locks: Pick<LockManager, 'request'>;
  /** Dexie does not see these deletes, so pages need this event to update. */
  readonly onSent?: () => void;
  readonly databaseName?: string;
}

export class OutboxUndeliveredError extends Error {
  override readonly name = 'OutboxUndeliveredError';
}

export const WORK_REQUIRED = 428;
const RETRY_STATUSES = new Set([408, 425, 429, WORK_REQUIRED]);

/**
 * The body of our own answer; undefined if the request must be sent again. A login portal of a network can also
 * answer 200, so only our own JSON counts.
 */
export async function readFinalAnswer(
  response: Response,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (response.status >= 500 || RETRY_STATUSES.has(response.status)) return undefined;
  const body: unknown = await response.json().catch(() => undefined);
  const isOurs = typeof body === 'object' && body !== null && 'success' in body;
  return isOurs ? { ...body } : undefined;
}
