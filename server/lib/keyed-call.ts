import { callGateway, GatewayError, type Json } from './call-gateway.ts';

export interface KeyedAccount {
  readonly baseUrl: string;
  readonly secretKey: string;
  readonly timeoutMs?: number | undefined;
}

export type KeyedCall = (path: string, body?: object) => Promise<Json>;

/** `yes` is the value of `status` in a good answer; without it only the HTTP status counts. */
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
