import { randomInt } from 'node:crypto';

import { CODE_LENGTH } from '../../contract/constants.ts';
import type { LoginAnswer } from '../../contract/accounts.ts';
import type { CreateVoucherAnswer, ViewsAnswer } from '../../contract/vouchers.ts';

/** The least that a giveaway in naira holds, major units. */
const AMOUNT = 500;

type Headers = Readonly<Record<string, string>>;

/** A call as any program can make it, whatever its answer is. */
export const post = (url: string, path: string, body: object, headers: Headers = {}) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** @throws Error with the server's words unless it went well */
export async function read<T>(answer: Response): Promise<T> {
  if (!answer.ok)
    throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/**
 * Posts a giveaway with two hidden digits, of which one opens at so many views, for the demo's Ada, from whose
 * wallet it is paid. @returns its ulid
 */
export async function postGiveaway(url: string, threshold: number): Promise<string> {
  const { token } = await read<LoginAnswer>(
    await post(url, '/api/login', { email: 'ada@goodies.test', password: 'goodies-demo' }),
  );
  const authorization = `Bearer ${token}`;
  const form = new FormData();
  const fields = {
    purpose: 'giveaway',
    amount: AMOUNT,
    currency: 'NGN',
    masked_digits: 2,
    reveal_method: 'views',
    second_reveal_views: threshold,
    code: Array.from({ length: CODE_LENGTH }, () => randomInt(10)).join(''),
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, `${value}`);
  const { data } = await read<CreateVoucherAnswer>(
    await fetch(`${url}/api/v1/vouchers`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    }),
  );
  const payment = { voucher_id: data.ulid, amount: AMOUNT, currency: 'NGN' };
  await read(await post(url, '/api/v1/vouchers/payment/wallet', payment, { authorization }));
  return data.ulid;
}

/** The views that count, and the digits that are hidden. */
export async function stateOf(
  url: string,
  ulid: string,
): Promise<{ readonly views: number; readonly hidden: number }> {
  const { views, masked_code: mask } = await read<ViewsAnswer>(
    await fetch(`${url}/api/v1/vouchers/${ulid}/views`),
  );
  return { views, hidden: mask.split('*').length - 1 };
}
