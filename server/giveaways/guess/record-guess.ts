import { sql } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { prepareRows } from '../../db/prepared.ts';
import { insertAnswer, type Answer } from '../../http/idempotency.ts';
import type { Secrets } from '../../secrets.ts';
import { guessHashOf } from '../fairness/giveaway-secrets.ts';
import type { WeighedGuess } from '../risk/weigh-guess.ts';
import { hashOrigin } from './guess-origin.ts';

/** What is written together with an accepted guess. */
export interface Receipt {
  readonly number: number;
  readonly now: Date;
  /** The wait that it starts, and how many were skipped until now. */
  readonly wait?: { readonly until: Date; readonly skips: number };
  /** Its answer, where that is known already. */
  readonly answer?: Answer<unknown>;
}

const COLUMNS = [
  ['voucher', 'int'],
  ['user', 'int'],
  ['number', 'bigint'],
  ['hash', 'text'],
  ['sealed', 'bytea'],
  ['isCorrect', 'boolean'],
  ['now', 'timestamptz'],
  ['score', 'int'],
  ['network', 'text'],
  ['linkOf', 'int'],
  ['deviceHash', 'text'],
  ['networkHash', 'text'],
] as const;
const given = (name: string) => sql`${sql.placeholder(name)}`;
const value = (name: string, type: string) => sql`${given(name)}::${sql.raw(type)}`;

const write = prepareRows<Readonly<Record<string, unknown>>, object>(
  'record_guess',
  sql`
  with written as (
    insert into guesses (voucher_id, user_id, number, guess_hash, guess_encrypted, is_correct, created_at, risk_score,
      network, link_of, device_hash, network_hash, risk_reasons)
    values (${sql.join(
      COLUMNS.map(([name, type]) => value(name, type)),
      sql`, `,
    )}, string_to_array(${value('reasons', 'text')}, ','))
  ), waiting as (
    update guess_waits set wait_until = ${value('waitUntil', 'timestamptz')}, skips = ${value('skips', 'int')}
    where voucher_id = ${value('voucher', 'int')} and user_id = ${value('user', 'int')}
    and ${value('waitUntil', 'timestamptz')} is not null
  )
  ${insertAnswer({
    userId: given('user'),
    key: given('key'),
    fingerprint: given('fingerprint'),
    status: given('status'),
    body: given('answer'),
    now: given('now'),
  })}
  where ${value('key', 'text')} is not null`,
);

/**
 * Writes an accepted guess down, in one statement with the wait that it starts and the answer under its key. It fails,
 * and the transaction with it, where the key is taken.
 */
export async function recordGuess(
  tx: Db,
  secrets: Secrets,
  { guess, risk, sources }: WeighedGuess,
  { number, now, wait, answer }: Receipt,
): Promise<void> {
  const { voucher, userId, code, origin, isCorrect, requestKey } = guess;
  await write(tx, {
    voucher: voucher.id,
    user: userId,
    number,
    hash: guessHashOf(secrets, voucher.ulid, code),
    sealed: secrets.encrypt(code, voucher.ulid),
    isCorrect,
    now: now.toISOString(),
    score: risk.score,
    reasons: risk.reasons.join(','),
    ...sources,
    ...hashOrigin(secrets, voucher.ulid, origin),
    waitUntil: wait?.until.toISOString() ?? null,
    skips: wait?.skips ?? 0,
    key: answer && requestKey ? requestKey.key : null,
    fingerprint: requestKey?.fingerprint ?? null,
    status: answer?.status ?? null,
    answer: answer ? JSON.stringify(answer.body) : null,
  });
}
