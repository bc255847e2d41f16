import { randomInt, randomUUID } from 'node:crypto';

import { CODE_LENGTH } from '../../contract/constants.ts';
import type { LoginAnswer } from '../../contract/accounts.ts';
import type { CreateVoucherAnswer, ViewsAnswer } from '../../contract/vouchers.ts';

/** The least that a giveaway in naira holds, major units. */
export const AMOUNT = 500;

export type Headers = Readonly<Record<string, string>>;

/** A call as any program can make it, whatever its answer is. */
export const post = (url: string, path: string, body: object, headers: Headers = {}) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...headers,
    },
    body: JSON.stringify(body),
  });

/** @throws Error with the server's words unless it went well */
export async function read<T>(answer: Response): Promise<T> {
  if (!answer.ok)
    throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** The headers of the demo's Ada, who posts what is attacked. */
async function logIn(url: string): Promise<Headers> {
  const login = { email: 'ada@goodies.test', password: 'goodies-demo' };
  const { token } = await read<LoginAnswer>(await post(url, '/api/login', login));
  return { authorization: `Bearer ${token}` };
}

/** An open giveaway, with the code that its creator knows. */
export interface Posted {
  readonly ulid: string;
  readonly code: string;
}

/**
 * Posts a giveaway for the demo's Ada, from whose wallet it is paid.
 * @param fields of the form, on top of what every giveaway has
 */
export async function postGiveaway(
  url: string,
  fields: Readonly<Record<string, string | number>>,
): Promise<Posted> {
  const { authorization = '' } = await logIn(url);
  const code = Array.from({ length: CODE_LENGTH }, () => randomInt(10)).join('');
  const form = new FormData();
  const all = { purpose: 'giveaway', amount: AMOUNT, currency: 'NGN', code, ...fields };
  for (const [name, value] of Object.entries(all)) form.append(name, `${value}`);
  const { data } = await read<CreateVoucherAnswer>(
    await fetch(`${url}/api/v1/vouchers`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    }),
  );
  const payment = { voucher_id: data.ulid, amount: AMOUNT, currency: 'NGN' };
  await read(await post(url, '/api/v1/vouchers/payment/wallet', payment, { authorization }));
  return { ulid: data.ulid, code };
}

/** Two hidden digits, of which one opens at so many views. */
export const opensAt = (threshold: number) =>
  ({ masked_digits: 2, reveal_method: 'views', second_reveal_views: threshold }) as const;

/** The views that count, and the code as everybody sees it. */
export async function stateOf(
  url: string,
  ulid: string,
): Promise<{ readonly views: number; readonly mask: string }> {
  const { views, masked_code: mask } = await read<ViewsAnswer>(
    await fetch(`${url}/api/v1/vouchers/${ulid}/views`),
  );
  return { views, mask };
}
