import type { Clock } from '../clock.ts';
import { asName, GatewayError, type Json } from './call-gateway.ts';

/** A token is renewed this long before it ends, so that none ends on its way. */
const MARGIN_MS = 60_000;

/** The token that calls of a gateway carry. */
export interface BearerToken {
  /** One that is good, asked for once however many want it. @throws GatewayError */
  getToken(): Promise<string>;
  /** To be called with one that was refused; another that has come since stays. */
  drop(text: string): void;
}

/** @param ask has the gateway name a token and how many seconds it lasts; one without a time is used once */
export function createBearerToken(
  gateway: string,
  clock: Clock,
  ask: () => Promise<Json>,
): BearerToken {
  let known: { readonly text: string; readonly untilMs: number } | undefined;
  let asking: Promise<string> | undefined;

  async function renew(): Promise<string> {
    const { access_token: token, expires_in: seconds } = await ask();
    const text = asName(token);
    if (text === undefined) throw new GatewayError(`${gateway} gave no token`);
    known = { text, untilMs: clock.now() + (Number(seconds) || 0) * 1000 - MARGIN_MS };
    return text;
  }

  return {
    async getToken() {
      if (known && known.untilMs > clock.now()) return known.text;
      asking ??= renew().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    drop(text) {
      if (known?.text === text) known = undefined;
    },
  };
}
