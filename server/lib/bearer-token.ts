import type { Clock } from '../clock.ts';
import { asName, GatewayError, type Json } from './call-gateway.ts';

/** A token is renewed this early, so that it does not expire during a call. */
const MARGIN_MS = 60_000;

export interface BearerToken {
  getToken(): Promise<string>;
  /** Call it with the refused token, so that a newer token is not dropped. */
  drop(text: string): void;
  /** Makes a call, and once more with a new token where it was refused, because that had no effect. */
  use(
    call: (token: string) => Promise<Json>,
    isStale: (error: GatewayError) => boolean,
  ): Promise<Json>;
}

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

  async function getToken(): Promise<string> {
    if (known && known.untilMs > clock.now()) return known.text;
    asking ??= renew().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  function drop(text: string): void {
    if (known?.text === text) known = undefined;
  }

  return {
    getToken,
    drop,
    async use(call, isStale) {
      const token = await getToken();
      try {
        return await call(token);
      } catch (error) {
        if (!(error instanceof GatewayError) || !isStale(error)) throw error;
        drop(token);
        return call(await getToken());
      }
    },
  };
}
