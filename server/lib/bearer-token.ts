import type { Clock } from '../clock.ts';
import { asName, GatewayError, type Json } from './call-gateway.ts';
import { shareRun } from './share-run.ts';

/** A token is renewed this early, so that it does not expire during a call. */
const MARGIN_MS = 60_000;

/** Makes a call, and once more with a new token where it was refused, because that had no effect. */
export type UseToken = <Answer>(
  call: (token: string) => Promise<Answer>,
  isStale: (error: GatewayError) => boolean,
) => Promise<Answer>;

export function createBearerToken(
  gateway: string,
  clock: Clock,
  ask: () => Promise<Json>,
): UseToken {
  let known: { readonly text: string; readonly untilMs: number } | undefined;
  const renew = shareRun(async (): Promise<string> => {
    const { access_token: token, expires_in: seconds } = await ask();
    const text = asName(token);
    if (text === undefined) throw new GatewayError(`${gateway} gave no token`);
    known = { text, untilMs: clock.now() + (Number(seconds) || 0) * 1000 - MARGIN_MS };
    return text;
  });
  const getToken = async (): Promise<string> =>
    known && known.untilMs > clock.now() ? known.text : renew();

  return async (call, isStale) => {
    const token = await getToken();
    try {
      return await call(token);
    } catch (error) {
      if (!(error instanceof GatewayError) || !isStale(error)) throw error;
      // Another call may have got a newer one meanwhile.
      if (known?.text === token) known = undefined;
      return call(await getToken());
    }
  };
}
