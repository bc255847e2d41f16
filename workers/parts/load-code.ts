import { ok, type Result } from '../../contract/result.ts';
import { failed } from '../failure.ts';

/**
 * Code that comes when it is asked for. That it cannot be had is the network's doing, not a fault of the worker.
 * @returns `network` where it could not be fetched; the next call tries again
 */
export const loadCode = <Code>(load: () => Promise<Code>): Promise<Result<Code>> =>
  load().then(ok, () => failed('network'));

/**
 * Functions of code that comes when one of them is called, to be called as if they were here.
 * @returns each under its name, which returns what it returns; `network` where the code could not be fetched
 */
export const onDemand = <Code, Name extends keyof Code & string>(
  load: () => Promise<Code>,
  ...names: readonly Name[]
): Pick<Code, Name> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      async (...input: unknown[]) => {
        const code = await loadCode(load);
        return code.ok ? (code.value[name] as (...given: unknown[]) => unknown)(...input) : code;
      },
    ]),
    // Which name has which function is lost on the way through entries.
  ) as Pick<Code, Name>;
