import type { Deps } from '../deps.ts';
import { assertSecret, WrongSecretError } from './assert-secret.ts';
import { rotateSecret } from './rotate-secret.ts';

const TICK_MS = 5_000;

export interface Rotation {
  /** Begins no further round. What is sealed stays sealed. */
  stop(): void;
}

/**
 * Follows in the background what the database is sealed with: where a secret of before is configured, by
 * replacing it in rounds; where none is, by asking whether the node's own is still good.
 * @param giveUp called once the node's secret is not the database's any more, so that nothing more may be written
 */
export function startRotation(deps: Deps, giveUp: (reason: WrongSecretError) => void): Rotation {
  let isBusy = false;
  let isRotating = deps.secrets.keyIds.length > 1;
  const round = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      await assertSecret(deps);
      if (isRotating) isRotating = (await rotateSecret(deps)) !== 'done';
    } catch (error) {
      if (error instanceof WrongSecretError) giveUp(error);
      else deps.log.error({ err: error }, 'what the database is sealed with could not be followed');
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => void round(), TICK_MS).unref();
  return { stop: () => clearInterval(timer) };
}
