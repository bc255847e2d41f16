import { callGateway, GatewayError, type Json } from './call-gateway.ts';

/** A company's API, and the key to an account there. */
export interface KeyedAccount {
  readonly baseUrl: string;
  readonly secretKey: string;
  /** How long an answer may take. */
  readonly timeoutMs?: number | undefined;
}

/** Calls the API: with a body by POST, without one by GET. @throws GatewayError */
export type KeyedCall = (path: string, body?: object) => Promise<Json>;

/**
 * @param gateway who is asked, for error messages
 * @param yes what `status` says in an answer that is no refusal; without it the HTTP status alone tells
 */
export const createKeyedCall =
  (
    gateway: string,
    { baseUrl, secretKey, timeoutMs }: KeyedAccount,
    yes?: string | boolean,
  ): KeyedCall =>
  async (path, body) => {
    const answer = await callGateway({
      gateway,
      method: body ? 'POST' : 'GET',
      url: `${baseUrl}${path}`,
      headers: { authorization: `Bearer ${secretKey}` },
      timeoutMs,
      ...(body ? { body } : {}),
    });
    if (yes !== undefined && answer['status'] !== yes)
      throw new GatewayError(`${gateway} said no`, { refused: true, status: 200, answer });
    return answer;
  };
