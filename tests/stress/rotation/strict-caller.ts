import { setTimeout as delay } from 'node:timers/promises';

import { Caller, type Answer, type Call } from '../../chaos/caller.ts';
import type { Random } from '../../chaos/random.ts';

/** Besides what went well: somebody else was quicker, or the digits are others. */
const GOOD: Readonly<Record<string, readonly string[]>> = {
  '/api/v1/vouchers/submit': ['409 voucher_used', '422 wrong_guess'],
  '/api/v1/vouchers/redeem': ['409 voucher_used'],
};
/** Of so many calls with a key one is repeated at the end. */
const REPEATED = 10;
const BACK_OFF_MS = 100;
/** More than six restarts can explain. */
const BROKEN_OFF_MAX = 100;

/** A balancer and the app behind it, which count as a failure whatever a person would see as one. */
export class StrictCaller {
  /** What was answered and should not have been. */
  readonly failures: string[] = [];
  /** Answers to calls with a key, each to be given again whenever it is asked for. */
  readonly kept: { readonly call: Call; readonly answer: Answer }[] = [];
  /** Numbers of requests that a node put off; whoever looks at its log knows whether it just had too much to do. */
  readonly putOff: string[] = [];
  /** How often a connection broke before there was an answer: the app sends such a call again, with its key. */
  brokenOff = 0;
  readonly #caller: Caller;
  #keyed = 0;

  constructor(urls: readonly string[], random: Random) {
    this.#caller = new Caller(urls, random, { note: () => undefined });
  }

  get attempts(): Caller['attempts'] {
    return this.#caller.attempts;
  }

  async once(call: Call): Promise<Answer> {
    const headers = { 'x-forwarded-for': addressOf(call), ...call.headers };
    const answer = await this.#caller.once({ ...call, headers });
    const { status, code } = answer;
    if (status === 0) {
      this.brokenOff += 1;
      if (this.brokenOff > BROKEN_OFF_MAX) throw new Error('no node answers');
      return this.once(call);
    }
    const said = `${status} ${code}`.trim();
    if (said === '503 unavailable') {
      this.putOff.push(String(answer.body['request_id']));
      await delay(BACK_OFF_MS);
      return this.once(call);
    }
    if (status >= 300 && !GOOD[call.path]?.includes(said))
      this.failures.push(`${call.method ?? 'POST'} ${call.path}: ${said}`);
    return answer;
  }

  async untilAnswered(call: Call): Promise<Answer> {
    const answer = await this.once(call);
    this.#keyed += 1;
    const isKept = answer.status < 300 && !call.path.endsWith('/track-views');
    if (isKept && this.#keyed % REPEATED === 0) this.kept.push({ call, answer });
    return answer;
  }
}

/** Where somebody calls from: each session from an address of its own. */
function addressOf({ token = '' }: Call): string {
  const bytes = Buffer.from(token.slice(-4).padStart(4, 'a'));
  return `41.${bytes[1] ?? 1}.${bytes[2] ?? 1}.${bytes[3] ?? 1}`;
}
