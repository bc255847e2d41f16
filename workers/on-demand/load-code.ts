import { ok, type Result } from '../../contract/result.ts';
import { failed } from '../failure.ts';

/**
 * Code that comes when it is asked for. That it cannot be had is the network's doing, not a fault of the worker.
 * @returns `network` where it could not be fetched; the next call tries again
 */
export const loadCode = <Code>(load: () => Promise<Code>): Promise<Result<Code>> =>
  load().then(ok, () => failed('network'));
