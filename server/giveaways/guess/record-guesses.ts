import { sql } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { prepareRows } from '../../db/query-rows.ts';
import { insertAnswer, type Answer } from '../../http/idempotency.ts';
import type { Secrets } from '../../config/secrets.ts';
import { guessHashOf } from '../../vouchers/voucher-secrets.ts';
import type { GuessOrigin } from './lock-guessers.ts';
import type { WeighedGuess } from './weigh-guess.ts';

export interface AcceptedGuess {
  readonly weighed: WeighedGuess;
  readonly number: number;
  readonly wait?: { readonly until: Date; readonly skips: number };
  readonly answer?: Answer<unknown>;
}

// All transactions write devices in one order, which prevents deadlocks.
const write = prepareRows<Readonly<Record<'asked', unknown>>, object>(
  'record_guesses',
  sql`
  with asked as (
    select * from json_to_recordset(${sql.placeholder('asked')}::json) as asked (voucher int, user_id int, number bigint,
      hash text, encrypted text, is_correct boolean, at timestamptz, score int, reasons text[], network text, link_of int,
      device text, device_hash text, network_hash text, wait_until timestamptz, skips int,
      key text, fingerprint text, status int, answer text)
  ), device as (
    insert into device_guessers (device_id, user_id, guessed_at)
    select device, user_id, at from asked where device is not null order by 1, 2
    on conflict (device_id, user_id) do update set guessed_at = excluded.guessed_at
      where device_guessers.guessed_at < excluded.guessed_at - interval '1 day'
  ), written as (
    insert into guesses (voucher_id, user_id, number, guess_hash, guess_encrypted, is_correct, created_at, risk_score,
      risk_reasons, network, link_of, device_hash, network_hash)
    select voucher, user_id, number, hash, decode(encrypted, 'hex'), is_correct, at, score, reasons, network, link_of,
      device_hash, network_hash from asked
  ), waiting as (
    insert into guess_waits (voucher_id, user_id, wait_until, skips)
    select voucher, user_id, wait_until, skips from asked where wait_until is not null
    on conflict (voucher_id, user_id) do update set wait_until = excluded.wait_until, skips = excluded.skips
  )
  ${insertAnswer({
    userId: sql`user_id`,
    key: sql`key`,
    fingerprint: sql`fingerprint`,
    status: sql`status`,
    body: sql`answer`,
    now: sql`at`,
  })}
  from asked where key is not null`,
);

const HASH_CHARS = 32;

/** The hash differs for each voucher, so that a user cannot be tracked across vouchers. */
function hashOrigin(secrets: Secrets, ulid: string, { deviceId, network }: GuessOrigin) {
  const hash = (value: string | undefined, kind: string): string | null =>
    value === undefined ? null : secrets.lookupHash(`${ulid}\n${value}`, kind).slice(0, HASH_CHARS);
  return {
    device_hash: hash(deviceId, 'guess-device'),
    network_hash: hash(network, 'guess-network'),
  };
}

/** It fails and rolls back if an idempotency key is taken. */
export async function recordGuesses(
  tx: Db,
  secrets: Secrets,
  accepted: readonly AcceptedGuess[],
): Promise<void> {
  const asked = accepted.map(({ weighed: { guess, risk, sources }, number, wait, answer }) => {
    const { voucher, userId, code, origin, isCorrect, requestKey, at } = guess;
    return {
      voucher: voucher.id,
      user_id: userId,
      number,
      hash: guessHashOf(secrets, voucher.ulid, code),
      encrypted: secrets.encrypt(code, voucher.ulid).toString('hex'),
      is_correct: isCorrect,
      at,
      score: risk.score,
      reasons: risk.reasons,
      network: sources.network,
      link_of: sources.linkOf,
      device: origin.deviceId,
      ...hashOrigin(secrets, voucher.ulid, origin),
      wait_until: wait?.until,
      skips: wait?.skips,
      ...(answer &&
        requestKey && {
          key: requestKey.key,
          fingerprint: requestKey.fingerprint,
          status: answer.status,
          answer: answer.body,
        }),
    };
  });
  await write(tx, { asked: JSON.stringify(asked) });
}
