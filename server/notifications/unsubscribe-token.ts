import {
  NOTICE_KINDS,
  type NoticeKind,
  type ToldKind,
} from '../../contract/notifications/kinds.ts';
import { equalInConstantTime, type Secrets } from '../config/secrets.ts';

/** The mails that a link ends. */
export interface Subscription {
  readonly userId: number;
  readonly kind: NoticeKind;
}

/** What a mail is about. */
interface Mailed {
  readonly userId: number;
  readonly kind: ToldKind;
}

const CONTEXT = 'unsubscribe';
const wordsOf = ({ userId, kind }: Mailed): string => `${userId}.${kind}`;

/** `{user}.{kind}.{keyed hash}`: the reader of a mail may end mails like it, without signing in, at any time. */
export const unsubscribeToken = (secrets: Secrets, subscription: Mailed): string =>
  `${wordsOf(subscription)}.${secrets.lookupHash(wordsOf(subscription), CONTEXT)}`;

/** @returns undefined for a token that we have not written */
export function readUnsubscribeToken(secrets: Secrets, token: string): Subscription | undefined {
  const [user = '', name, given = ''] = token.split('.');
  const kind = NOTICE_KINDS.find((known) => known === name);
  if (!kind || !/^[1-9]\d{0,9}$/.test(user)) return undefined;
  const subscription = { userId: Number(user), kind };
  const hashes = secrets.lookupHashes(wordsOf(subscription), CONTEXT);
  return hashes.some((hash) => equalInConstantTime(hash, given)) ? subscription : undefined;
}
