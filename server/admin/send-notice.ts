import { createHash } from 'node:crypto';

import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { announceTo, announceToAll } from '../notifications/announce.ts';
import { AdminError, type Mandate, recordAction, userNamed } from './record-action.ts';

const TEXT_MAX_CHARS = 500;
const ALL = 'all';
const KEY_CHARS = 32;

/** Notifies one user or all of them. The text identifies the notification, so that no user gets it twice. */
export const sendNotice = (
  deps: Deps,
  { to, text: given }: { readonly to: string; readonly text: string },
  mandate: Mandate,
): Promise<string> =>
  inTransaction(deps.db, async (tx) => {
    const text = given.trim();
    if (text === '' || text.length > TEXT_MAX_CHARS)
      throw new AdminError(`the text has 1 to ${TEXT_MAX_CHARS} characters`);
    const hash = createHash('sha256').update(text).digest('hex').slice(0, KEY_CHARS);
    const announcement = { eventKey: `announcement:${hash}`, text };
    const now = dateOf(deps.clock);
    const user = to === ALL ? undefined : await userNamed(tx, to);
    const isNew = user
      ? await announceTo(tx, user.id, announcement, now)
      : await announceToAll(tx, announcement, now);
    if (!isNew) throw new AdminError('the same was told before');
    await recordAction(tx, deps, mandate, {
      action: 'notice',
      subject: user ? `user:${user.id}` : ALL,
      outcome: `${user ? `user ${user.id}` : 'everybody'} is told ${announcement.eventKey}`,
    });
    return `${user ? `@${user.username}` : 'everybody'} is told: ${text}`;
  });
