import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { PAYOUTS } from '../disbursements/payouts.ts';
import { PURCHASES } from '../disbursements/purchases.ts';
import { replaceSigningKey, withdrawReceiptKey } from '../giveaways/receipts.ts';
import { AppError } from '../http/app-error.ts';
import { AlreadyPosted } from '../ledger/journal.ts';
import { moneyText } from '../lib/money-text.ts';
import { rotateSecret } from '../rotation/key-ring.ts';
import { becauseOf } from '../wallet/read-statement.ts';
import { feature, sendNotice, setBlocked } from './moderate.ts';
import { holdPrize, releaseHold, reverseHold, type HeldMoney, listHolds } from './holds.ts';
import { lookUp } from './look-up.ts';
import { AdminError, type Mandate, recordAction, type ManualOutcome } from './record-action.ts';
import { refund } from './refund.ts';
import { listFailed, requeue } from './requeue.ts';
import { resolveDisbursement, resolvePayment } from './resolve.ts';

export interface CommandLine {
  readonly operands: readonly string[];
  readonly by?: string | undefined;
  readonly why?: string | undefined;
  readonly proof?: string | undefined;
}

interface Command {
  readonly usage: string;
  readonly operands: readonly [least: number, most: number];
  /** @returns lines to print */
  readonly run: (deps: Deps, line: CommandLine) => Promise<readonly string[]>;
}

const MANDATE = '--by NAME --why TEXT';
/** The most that is stored of a name, reason or proof. */
const TEXT_MAX_CHARS = 1_000;

/** A command whose outcome is one line. */
const deed = (
  usage: string,
  count: number,
  run: (deps: Deps, operands: readonly string[], mandate: Mandate) => Promise<string>,
): Command => ({
  usage: `${usage} ${MANDATE}`,
  operands: [count, count],
  run: async (deps, line) => [await run(deps, line.operands, mandateOf(line))],
});

/** A command that ends a stuck payment or disbursement. */
const ending = (
  name: string,
  run: (
    deps: Deps,
    reference: string,
    manual: ManualOutcome | undefined,
    mandate: Mandate,
  ) => Promise<string>,
): Command => ({
  usage: `${name} [paid|failed --proof TEXT] ${MANDATE}`,
  operands: [1, 2],
  run: async (deps, line) => [
    await run(deps, line.operands[0] ?? '', manualOutcomeOf(line), mandateOf(line)),
  ],
});

/** A read-only command; it is recorded because it shows personal data. */
const list = (
  name: string,
  none: string,
  read: (deps: Deps) => Promise<readonly string[]>,
): Command => ({
  usage: MANDATE,
  operands: [0, 0],
  run: async (deps, line) => {
    await recordAction(deps.db, deps, mandateOf(line), {
      action: name,
      subject: 'all',
      outcome: 'looked at',
    });
    const lines = await read(deps);
    return lines.length > 0 ? lines : [none];
  },
});

const COMMANDS: Readonly<Record<string, Command>> = {
  find: {
    usage: `USER|VOUCHER|REFERENCE ${MANDATE}`,
    operands: [1, 1],
    run: (deps, line) => lookUp(deps, line.operands[0] ?? '', mandateOf(line)),
  },
  feature: deed('VOUCHER', 1, (deps, [ulid = ''], mandate) => feature(deps, ulid, true, mandate)),
  unfeature: deed('VOUCHER', 1, (deps, [ulid = ''], mandate) =>
    feature(deps, ulid, false, mandate),
  ),
  holds: list('holds', 'nothing is held', async (deps) => {
    const held = await listHolds(deps.db, dateOf(deps.clock));
    return held.map(lineOf);
  }),
  hold: deed('VOUCHER USER', 2, (deps, [ulid = '', login = ''], mandate) =>
    holdPrize(deps, { ulid, login }, mandate),
  ),
  release: {
    usage: `HOLD ${MANDATE}`,
    operands: [0, 1],
    run: async (deps, line) => [await releaseHold(deps, holdOf(line), mandateOf(line))],
  },
  reverse: {
    usage: `HOLD ${MANDATE}`,
    operands: [0, 1],
    run: async (deps, line) => [await reverseHold(deps, holdOf(line), mandateOf(line))],
  },
  refund: deed('PAYMENT|VOUCHER', 1, (deps, [name = ''], mandate) => refund(deps, name, mandate)),
  failed: list('failed', 'nothing was given up', listFailed),
  requeue: deed('job|mail|webhook|notice ID', 2, (deps, [kind = '', id = ''], mandate) =>
    requeue(deps, { kind, id }, mandate),
  ),
  payment: ending('PAYMENT', resolvePayment),
  payout: ending('PAYOUT', (deps, reference, manual, mandate) =>
    resolveDisbursement(deps, { action: 'payout', kind: PAYOUTS, reference }, manual, mandate),
  ),
  purchase: ending('PURCHASE', (deps, reference, manual, mandate) =>
    resolveDisbursement(deps, { action: 'purchase', kind: PURCHASES, reference }, manual, mandate),
  ),
  block: deed('USER', 1, (deps, [login = ''], mandate) => setBlocked(deps, login, true, mandate)),
  unblock: deed('USER', 1, (deps, [login = ''], mandate) =>
    setBlocked(deps, login, false, mandate),
  ),
  'receipt-key': deed('retire|withdraw KEY', 2, (deps, [how = '', kid = ''], mandate) =>
    endReceiptKey(deps, { how, kid }, mandate),
  ),
  'rotate-secret': {
    usage: MANDATE,
    operands: [0, 0],
    run: async (deps, line) => {
      await recordAction(deps.db, deps, mandateOf(line), {
        action: 'rotate-secret',
        subject: 'all',
        outcome: 'begun',
      });
      if (await rotateSecret(deps))
        return ['everything is encrypted with GOODIES_SECRET: GOODIES_SECRET_OLD can be removed'];
      throw new AdminError(
        'the new secret may not write yet: a connected node was started without it, or it was retired before',
      );
    },
  },
  notice: deed('USER|all TEXT', 2, (deps, [to = '', text = ''], mandate) =>
    sendNotice(deps, { to, text }, mandate),
  ),
};

/** @throws AdminError for an unknown or incomplete command, and what it refuses */
export async function runCommand(
  deps: Deps,
  name: string | undefined,
  line: CommandLine,
): Promise<readonly string[]> {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const usages = Object.entries(COMMANDS).map(usageOf);
    throw new AdminError(`which command?\n${usages.join('\n')}`);
  }
  const [least, most] = command.operands;
  if (line.operands.length < least || line.operands.length > most)
    throw new AdminError(`it is\n${usageOf([name ?? '', command])}`);
  try {
    return await command.run(deps, line);
  } catch (error) {
    if (error instanceof AlreadyPosted) throw new AdminError('this was done before');
    if (error instanceof AppError) throw new AdminError(error.message);
    throw error;
  }
}

const usageOf = ([name, { usage }]: readonly [string, Command]): string =>
  `  npm run admin -- ${name} ${usage}`.trimEnd();

function holdOf({ operands }: CommandLine): number {
  const [text = ''] = operands;
  if (operands.length !== 1 || !/^[1-9]\d{0,8}$/.test(text))
    throw new AdminError('the number of a hold is needed; `holds` lists them');
  return Number(text);
}

function mandateOf(line: CommandLine): Mandate {
  const [by, why] = [textOf(line.by), textOf(line.why)];
  if (by === '' || why === '')
    throw new AdminError(`who does it, and why, is written down: ${MANDATE}`);
  return { by, why };
}

/** The outcome on the command line; undefined where it has none. */
function manualOutcomeOf(line: CommandLine): ManualOutcome | undefined {
  const [, state] = line.operands;
  const proof = textOf(line.proof);
  if (state === undefined && proof === '') return undefined;
  if (state !== 'paid' && state !== 'failed')
    throw new AdminError('a verdict is `paid` or `failed`');
  if (proof === '') throw new AdminError('a verdict needs its proof: --proof TEXT');
  return { isPaid: state === 'paid', proof };
}

function textOf(given: string | undefined): string {
  const text = (given ?? '').trim();
  if (text.length > TEXT_MAX_CHARS)
    throw new AdminError(`a text has at most ${TEXT_MAX_CHARS} characters`);
  return text;
}

function lineOf({
  id,
  originId,
  amount,
  currency,
  owner,
  account,
  voucher,
  ...hold
}: HeldMoney): string {
  const whose = owner ? `@${owner.username}` : account.key;
  const origin = originId === null ? '' : `, played on from hold ${originId}`;
  return `${id}  ${moneyText(amount, currency)}  ${whose}  until ${hold.heldUntil.toISOString()}  won with ${voucher.ulid}${origin}: ${becauseOf(hold.reasons)}`;
}

/**
 * Replaces the key that signs receipts: `retire` leaves the old one published, so that its receipts stay valid;
 * `withdraw` removes it because it leaked.
 */
const endReceiptKey = (
  deps: Deps,
  { how, kid }: { readonly how: string; readonly kid: string },
  mandate: Mandate,
): Promise<string> =>
  inTransaction(deps.db, async (tx) => {
    if (how !== 'retire' && how !== 'withdraw')
      throw new AdminError('a key is retired or withdrawn: `retire` or `withdraw`');
    const made = await replaceSigningKey(tx, deps, kid);
    if (how === 'retire' && made === undefined)
      throw new AdminError(`receipts are not signed with ${kid}`);
    if (how === 'withdraw' && !(await withdrawReceiptKey(tx, kid)))
      throw new AdminError(`there is no key ${kid}`);
    const outcome = `${kid} is ${how === 'retire' ? 'retired' : 'withdrawn'}${made === undefined ? '' : `, ${made} signs`}`;
    await recordAction(tx, deps, mandate, {
      action: `receipt-key ${how}`,
      subject: `receipt-key:${kid}`,
      outcome,
    });
    return outcome;
  });
