import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { RegisterAnswer } from '../../contract/accounts.ts';
import type { SandboxMail } from '../../contract/sandbox.ts';
import type { DeviceChallenge } from '../../contract/devices.ts';
import { solved } from '../fixtures/api/devices.ts';
import { post, read, type Headers } from './api.ts';

/** Sign-ups at the same time: a password is hashed for each. */
const AT_ONCE = 4;
const MAIL_EVERY_MS = 100;
const MAIL_TRIES = 300;

/** An account of the farm, as a program uses it. */
export interface FarmAccount {
  readonly headers: Headers;
  readonly referralCode: string;
  /** What signing up took, units. */
  readonly work: number;
}

/** Signs up, with the work that the pace of sign-ups asks for, and proves the address with the mail that the sandbox keeps. */
async function signUp(url: string, isVerified: boolean): Promise<FarmAccount> {
  const username = `farm_${randomUUID().slice(0, 13).replaceAll('-', '')}`;
  const email = `${username}@farm.test`;
  const person = { username, email, password: randomUUID() };
  let work = 0;
  let answer = await post(url, '/api/v1/register', person);
  while (answer.status === 428) {
    const { challenge } = (await answer.json()) as { challenge: DeviceChallenge };
    work += challenge.parameters.data.work;
    answer = await post(url, '/api/v1/register', { ...person, work: await solved(challenge) });
  }
  const { token, user } = await read<RegisterAnswer>(answer);
  const headers = { authorization: `Bearer ${token}` };
  if (isVerified) {
    const body = { token: await tokenMailedTo(url, email) };
    await read(await post(url, '/api/v1/verify-email', body, headers));
  }
  return { headers, referralCode: user.referral_code, work };
}

async function tokenMailedTo(url: string, email: string): Promise<string> {
  for (let tries = 0; tries < MAIL_TRIES; tries += 1) {
    const mails = await read<SandboxMail[]>(await fetch(`${url}/sandbox/mail?to=${email}`));
    const token = /token=([\w-]+)/.exec(mails[0]?.text ?? '')?.[1];
    if (token !== undefined) return token;
    await delay(MAIL_EVERY_MS);
  }
  throw new Error(`no mail came to ${email}`);
}

/** So many new accounts. */
export async function makeAccounts(
  url: string,
  count: number,
  isVerified: boolean,
): Promise<FarmAccount[]> {
  const made: FarmAccount[] = [];
  const makeOn = async (): Promise<void> => {
    while (made.length < count) made.push(await signUp(url, isVerified));
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, makeOn));
  return made.slice(0, count);
}
