import { createHash } from 'node:crypto';

import { and, eq, isNotNull, isNull } from 'drizzle-orm';

import { setBlockedAt } from '../accounts/users.ts';
import { dateOf } from '../clock.ts';
import { hasChanged } from '../db/query-rows.ts';
import { users } from '../db/schema/accounts.ts';
import { featureGiveaway, unfeatureGiveaway } from '../giveaways/list-giveaways.ts';
import { announceTo, announceToAll } from '../notifications/store-notifications.ts';
import { mailUser } from '../notifications/mail/mail-queue.ts';
import { type Act, AdminError, deedOf, lockVoucherNamed, userNamed } from './record-action.ts';

/** Blocks a user or unblocks them, and mails them the reason. Money, vouchers and disbursements stay unchanged. */
export const setBlocked =
  (isBlocked: boolean): Act =>
  async (tx, deps, [login = ''], mandate) => {
    const user = await userNamed(tx, login);
    const { id, username } = user;
    const now = dateOf(deps.clock);
    const isDone = await setBlockedAt(tx, id, isBlocked ? now : null, now);
    if (!isDone)
      throw new AdminError(`@${username} is ${isBlocked ? 'blocked already' : 'not blocked'}`);
    const came = isBlocked ? 'is logged out everywhere and cannot log in' : 'can log in again';
    await mailUser(tx, deps, user, {
      subject: isBlocked ? 'Your account is blocked' : 'Your account is open again',
      paragraphs: isBlocked
        ? [
            'Your account is blocked: you cannot log in. Your money stays in your wallet, and your vouchers go on as they are.',
            `The reason: ${mandate.why}`,
          ]
        : ['Your account is open again: you can log in as before.'],
      label: 'Go to Goodies',
      path: '/login',
      notes: [`If you think that this is wrong, write to ${deps.config.supportEmail}.`],
    });
    return deedOf(`user:${id}`, user, (who) => `${who} ${came}`);
  };

/** Raises a user to the highest level of daily limits, or takes that back, and mails them. */
export const setIdentity: Act = async (tx, deps, [login = '', verdict = '']) => {
  if (verdict !== 'checked' && verdict !== 'unchecked')
    throw new AdminError('an identity is `checked` or `unchecked`');
  const isChecked = verdict === 'checked';
  const user = await userNamed(tx, login);
  const { id, username } = user;
  const column = users.identityCheckedAt;
  const isDone = await hasChanged(
    tx
      .update(users)
      .set({ identityCheckedAt: isChecked ? dateOf(deps.clock) : null })
      .where(and(eq(users.id, id), isChecked ? isNull(column) : isNotNull(column))),
  );
  if (!isDone) throw new AdminError(`the identity of @${username} is ${verdict} already`);
  await mailUser(tx, deps, user, {
    subject: isChecked ? 'Your identity is checked' : 'Your daily limit is lower now',
    paragraphs: [
      isChecked
        ? 'We have checked who you are: more may leave your wallet in a day now.'
        : 'The check of your identity does not count any more, so less may leave your wallet in a day now.',
    ],
    label: 'See your limits',
    path: '/profile/security',
    notes: [`If you think that this is wrong, write to ${deps.config.supportEmail}.`],
  });
  return deedOf(`user:${id}`, user, (who) => `the identity of ${who} is ${verdict}`);
};

export const feature =
  (isFeatured: boolean): Act =>
  async (tx, deps, [ulid = '']) => {
    const voucher = await lockVoucherNamed(tx, ulid);
    const isDone = isFeatured
      ? await featureGiveaway(tx, voucher.id, dateOf(deps.clock))
      : await unfeatureGiveaway(tx, voucher.id);
    if (!isDone) throw new AdminError(refusal(voucher.ulid, isFeatured, voucher.featuredAt));
    const outcome = isFeatured
      ? `${voucher.ulid} stands first among the giveaways for visitors`
      : `${voucher.ulid} stands by its views again`;
    return { subject: `voucher:${voucher.ulid}`, outcome };
  };

function refusal(ulid: string, isFeatured: boolean, since: Date | null): string {
  if (!isFeatured) return `${ulid} is not featured`;
  return since ? `${ulid} is featured already` : `${ulid} is no open, public giveaway`;
}

const TEXT_MAX_CHARS = 500;
const ALL = 'all';
const KEY_CHARS = 32;

/** Notifies one user or all of them. The text identifies the notification, so that no user gets it twice. */
export const sendNotice: Act = async (tx, deps, [to = '', given = '']) => {
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
  return {
    subject: user ? `user:${user.id}` : ALL,
    outcome: `${user ? `user ${user.id}` : 'everybody'} is told ${announcement.eventKey}`,
    lines: [`${user ? `@${user.username}` : 'everybody'} is told: ${text}`],
  };
};
