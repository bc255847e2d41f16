import type { Deps } from '../deps.ts';
import { rotateSecret } from './rotate-secret.ts';

const TICK_MS = 5_000;

export interface Rotation {
  /** Begins no further round. What is sealed stays sealed. */
  stop(): void;
}

/** Replaces the secret of before in rounds, in the background, where one is configured. */
export function startRotation(deps: Deps): Rotation {
  if (deps.secrets.keyIds.length === 1) return { stop: () => undefined };
  let isBusy = false;
  const round = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      if ((await rotateSecret(deps)) === 'done') clearInterval(timer);
    } catch (error) {
      deps.log.error({ err: error }, 'a round of rotating the secret failed; it is tried again');
    } finally {
      isBusy = false;
    }
  };
  const timer = setInterval(() => void round(), TICK_MS).unref();
  return { stop: () => clearInterval(timer) };
}
