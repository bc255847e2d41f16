import type { Notification } from '../../contract/notifications/calls.ts';
import { minorToMajor } from '../../contract/money.ts';
import type { Deps } from '../deps.ts';
import type { Notice, StoredNoticeData } from './store-notices.ts';

export interface ReleaseNoticeInput {
  readonly userId: number;
  readonly ulid: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  readonly redeemer: string;
  readonly code: string;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

/** Bound to the reader, so that it cannot be attached to another user's row. */
const codeContext = (userId: number): string => `notice-code:${userId}`;

export function releaseNotice(secrets: Deps['secrets'], release: ReleaseNoticeInput): Notice {
  const { userId, ulid, amount, currency, redeemer, code, sentAt, expiresAt } = release;
  return {
    userId,
    kind: 'release_code',
    eventKey: `release:${ulid}:${redeemer}:${sentAt.getTime()}`,
    data: {
      voucher: ulid,
      amount: minorToMajor(amount),
      currency,
      username: redeemer,
      sealed_code: secrets.encrypt(code, codeContext(userId)).toString('base64'),
      expires_at: expiresAt.toISOString(),
    },
  };
}

/** The code is decrypted while it is valid, and left out where its key is gone: the mail has it as well. */
export function decryptNotice(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  { userId, data }: { readonly userId: number; readonly data: unknown },
): Notification['data'] {
  // Only `storeNotices` writes it.
  const { sealed_code: sealed, ...told } = data as StoredNoticeData;
  const isOver = !told.expires_at || Date.parse(told.expires_at) <= clock.now();
  const code = sealed === undefined || isOver ? undefined : open(secrets, sealed, userId);
  return { ...told, ...(code !== undefined && { code }) } as Notification['data'];
}

function open(secrets: Deps['secrets'], sealed: string, userId: number): string | undefined {
  try {
    return secrets.decrypt(Buffer.from(sealed, 'base64'), codeContext(userId)).toString('utf8');
  } catch {
    return undefined;
  }
}
