import { ok, type Result } from '../../contract/result.ts';
import { failed } from '../failure.ts';

/** How often a file could not be had, by its address. */
const failures = new Map<string, number>();

/**
 * Asks for a file that could not be had under another name, which a fragment makes: Chromium remembers that a module has
 * failed for as long as its thread lives, and would not ask the server again. Only there the error names the file.
 */
async function importAnew<Code>(error: unknown): Promise<Code> {
  const [address] = /\w+:\S+$/.exec(String(error)) ?? [];
  if (address === undefined) throw error;
  const count = failures.get(address) ?? 0;
  try {
    // What was had under a name is one module for all who ask.
    return (await import(/* @vite-ignore */ `${address}#${count}`)) as Code;
  } catch (again) {
    failures.set(address, count + 1);
    throw again;
  }
}

/**
 * Code that comes when it is asked for. That it cannot be had is the network's doing, not a fault of the worker.
 * @param load nothing but an `import`
 * @returns `network` where it could not be fetched; the next call tries again
 */
export const loadCode = <Code>(load: () => Promise<Code>): Promise<Result<Code>> =>
  load()
    .catch(importAnew<Code>)
    .then(ok, () => failed('network'));

/**
 * Functions of code that comes when one of them is called, to be called as if they were here.
 * @param pick what has them, of what `load` brings
 * @returns each under its name, which returns what it returns; `network` where the code could not be fetched
 */
export const onDemand =
  <Module, Code>(load: () => Promise<Module>, pick: (module: Module) => Code) =>
  <Name extends keyof Code & string>(...names: readonly Name[]): Pick<Code, Name> =>
    Object.fromEntries(
      names.map((name) => [
        name,
        async (...input: unknown[]) => {
          const code = await loadCode(load);
          if (!code.ok) return code;
          return (pick(code.value)[name] as (...given: unknown[]) => unknown)(...input);
        },
      ]),
      // Which name has which function is lost on the way through entries.
    ) as Pick<Code, Name>;
