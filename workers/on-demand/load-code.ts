import { ok, type Result } from '../../contract/result.ts';
import { failed } from '../failure.ts';

/**
 * Code that comes when it is asked for. That it cannot be had is the network's doing, not a fault of the worker.
 * @returns `network` where it could not be fetched; the next call tries again
 */
export const loadCode = <Code>(load: () => Promise<Code>): Promise<Result<Code>> =>
  load().then(ok, () => failed('network'));

/**
 * A function of code that comes when it is asked for, to be called as if it were here.
 * @returns what it returns; `network` where the code could not be fetched
 */
export const onDemand = <Code, Name extends keyof Code>(
  load: () => Promise<Code>,
  name: Name,
): Code[Name] =>
  (async (...input: unknown[]) => {
    const code = await loadCode(load);
    return code.ok ? (code.value[name] as (...given: unknown[]) => unknown)(...input) : code;
  }) as Code[Name];
