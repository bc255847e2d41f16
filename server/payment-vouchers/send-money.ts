import { eq } from 'drizzle-orm';
import { ulid as newUlid } from 'ulid';

import { minorToMajor } from '../../contract/money.ts';
import { SendMoneyAnswer, SendMoneyBody } from '../../contract/payment-vouchers.ts';
import { PAYMENT_MESSAGES } from '../../contract/payments/payment-messages.ts';
import { comparableEmail } from '../accounts/normalise-email.ts';
import { takeOut } from '../accounts/pin.ts';
import { getUser } from '../accounts/users.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import { keyedRequestOf, wasAnswered, type KeyedRequest } from '../http/idempotency.ts';
import { routesOf, taggedRoutes } from '../http/route-options.ts';
import { moneyText } from '../lib/money-text.ts';
import { layOut, type Letter } from '../notifications/mail/layout.ts';
import { queueMail } from '../notifications/mail/mail-queue.ts';
import { receivedNotification, storeNotifications } from '../notifications/store-notifications.ts';
import { ofRequest } from '../of-request.ts';
import { presentCreated, readCodes, readRecipients } from '../vouchers/list-created.ts';
import { chargeWallet } from '../vouchers/pay-from-wallet.ts';
import { readRecipientIds } from '../vouchers/recipient.ts';
import { decryptCode } from '../vouchers/voucher-secrets.ts';
import { readVoucherRows, type Voucher } from '../vouchers/voucher-row.ts';
import {
  insertWithFreeCode,
  readAmount,
  readRecipientEmail,
  readTerms,
} from './create-payment-voucher.ts';
import { countLookUp, findRecipient } from './recipients.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'covers' | 'jobs' | 'secrets'>;

/**
 * Makes a payment voucher, pays for it from the wallet and tells its recipient, in one transaction: nothing unpaid is
 * left behind, and a repeated request sends nothing twice.
 * @throws AppError `recipient_unknown`, `recipient_self`, and those of `payFromWallet`
 */
export async function sendMoney(
  deps: SendDeps,
  { userId, body, requestKey }: KeyedRequest<SendMoneyBody>,
): Promise<SendMoneyAnswer> {
  const { recipient_username: username, recipient_email: email } = body;
  if (username !== undefined && email !== undefined)
    throw fieldError('recipient_email', 'cannot be combined with recipient_username');
  // Counted outside the transaction, because a refusal would undo the count.
  if (username !== undefined && !(await wasAnswered(deps.db, requestKey, dateOf(deps.clock))))
    await countLookUp(deps, userId);
  const answer = await takeOut(deps, { userId, proof: body, requestKey }, async (tx, now) => {
    const { region, username: sender, email: own } = await getUser(tx, userId);
    const recipientEmail = email === undefined ? null : readRecipientEmail(email);
    if (recipientEmail === comparableEmail(own)) throw new AppError('recipient_self');
    const recipientId =
      username === undefined ? null : (await findRecipient(tx, userId, { username })).id;
    const voucher = await insertWithFreeCode(tx, deps.secrets, {
      ulid: newUlid(now.getTime()),
      type: 'goodies',
      status: 'pending',
      creatorId: userId,
      ...readTerms(body, region, now.getTime()),
      amount: readAmount(body),
      recipientId,
      recipientEmail,
      isPrivate: body.is_private ?? true,
      enable2fa: body.enable_2fa ?? false,
      createdAt: now,
      activatedAt: null,
    });
    const balance = await chargeWallet(tx, deps, voucher, now);
    await tellRecipient(tx, deps, voucher, sender, now);
    const stored = await presentSent(tx, deps, voucher.id);
    return {
      status: 200,
      body: {
        success: true as const,
        message: PAYMENT_MESSAGES.moneySent,
        data: { voucher: stored, balance: minorToMajor(balance) },
      },
    };
  });
  const { voucher, balance } = answer.body.data;
  // The stored answer has no code, because it is not encrypted.
  const code = (await readCodes(deps, [voucher.ulid])).get(voucher.ulid);
  return { ...answer.body, data: { voucher: { ...voucher, ...code }, balance } };
}

/** Without any digit of its code. */
async function presentSent(tx: Db, deps: SendDeps, id: number) {
  const [row] = await readVoucherRows(tx, { where: eq(vouchers.id, id) });
  if (!row) throw new Error('the voucher was not stored');
  const people = await readRecipients(tx, [row.voucher]);
  return presentCreated(deps, row, people);
}

/** An address without an account gets the link with the code, which is of use to its owner alone. */
async function tellRecipient(
  tx: Db,
  deps: Omit<SendDeps, 'db'>,
  voucher: Voucher,
  sender: string,
  now: Date,
): Promise<void> {
  const { recipientEmail: email, recipientId } = voucher;
  if (email === null && recipientId === null) return;
  const userId = (await readRecipientIds(tx, [voucher])).get(voucher.id);
  if (userId !== undefined) {
    await storeNotifications(tx, [receivedNotification(voucher, userId, sender)], now);
    return;
  }
  const to = email ?? '';
  const code = decryptCode(deps.secrets, voucher.ulid, voucher.codeEncrypted);
  const letter = receivedMail(sender, moneyText(voucher.amount, voucher.currency), to, code);
  await queueMail(tx, deps, { to, ...layOut(deps.config.publicOrigin, to, letter) });
}

const receivedMail = (sender: string, money: string, to: string, code: string): Letter => ({
  priority: 'normal',
  subject: `${money} from @${sender} is yours`,
  paragraphs: [
    `@${sender} sent you ${money} on Goodies.`,
    `Log in or sign up with ${to}, and claim it into your wallet.`,
  ],
  label: `Claim ${money}`,
  path: `/v/${code}`,
  notes: [
    'Only the owner of this e-mail address can claim it.',
    `If you do not know @${sender}, do nothing: they can take the money back.`,
    'We never ask for your PIN or password by mail.',
  ],
});

const keyedRoute = taggedRoutes('Payment vouchers', { needsKey: true });

export const sendMoneyRoutes = routesOf(async (app, deps) => {
  app.post(
    '/vouchers/send',
    keyedRoute('verified', 'Send money from the wallet to a person', SendMoneyAnswer, {
      description:
        'A paid payment voucher, restricted to the recipient, who is told at once. Without a recipient it is for whoever has its link.',
      body: SendMoneyBody,
    }),
    (request) => sendMoney(ofRequest(deps, request.id), keyedRequestOf(deps.secrets, request)),
  );
});
