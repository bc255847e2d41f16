import type { Result } from '../contract/result.ts';
import type { WorkerContext } from './context.ts';

type Task = (ctx: WorkerContext, ...input: never[]) => Promise<Result<unknown>>;

type Bound<T> = {
  [Name in keyof T]: T[Name] extends (ctx: WorkerContext, ...input: infer Input) => infer Outcome
    ? (...input: Input) => Outcome
    : never;
};

/** Runs a task of the worker, and sees to what all tasks have in common. */
export type Run = <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>;

/** Tasks as the page calls them: without the context, each under `run`. */
export const bindTasks = <T extends Readonly<Record<string, Task>>>(
  tasks: T,
  ctx: WorkerContext,
  run: Run,
): Bound<T> =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (...input: never[]) => run(() => task(ctx, ...input)),
    ]),
    // Which name has which task is lost on the way through entries.
  ) as Bound<T>;
