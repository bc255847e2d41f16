import type { Result } from '../contract/result.ts';
import type { WorkerContext } from './context.ts';
import { failed } from './failure.ts';

type Task = (ctx: WorkerContext, ...input: never[]) => Promise<Result<unknown>>;
type Tasks = Readonly<Record<string, Task>>;

type Bound<T> = {
  [Name in keyof T]: T[Name] extends (ctx: WorkerContext, ...input: infer Input) => infer Outcome
    ? (...input: Input) => Outcome
    : never;
};

/** Runs a task of the worker, and sees to what all tasks have in common. */
export type Run = <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>;

/** Tasks as the page calls them: without the context, each under `run`. */
export const bindTasks = <T extends Tasks>(tasks: T, ctx: WorkerContext, run: Run): Bound<T> =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (...input: never[]) => run(() => task(ctx, ...input)),
    ]),
    // Which name has which task is lost on the way through entries.
  ) as Bound<T>;

/**
 * Tasks of a module that is loaded when one of them is first asked for. Where it does not come, the task
 * fails as a request without a network does; nothing of it has happened.
 */
export const lateTasks = <T extends Tasks, Name extends keyof T & string>(
  load: () => Promise<T>,
  names: readonly Name[],
): Pick<T, Name> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      async (ctx: WorkerContext, ...input: never[]): Promise<Result<unknown>> => {
        const task: Task | undefined = (await load().catch(() => undefined))?.[name];
        if (task) return task(ctx, ...input);
        return failed(ctx.connectivity.isOnline() ? 'network' : 'offline');
      },
    ]),
    // As above.
  ) as Pick<T, Name>;
