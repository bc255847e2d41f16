import { expect, it, vi } from 'vitest';

import { ok } from '../contract/result.ts';
import { bindTasks, lateTasks, type Run } from './bind-tasks.ts';
import type { WorkerContext } from './context.ts';
import { failure } from './failure.ts';
import { workerBench } from './testing/worker-bench.ts';

const plainly: Run = (work) => work();
const bench = () => workerBench(() => new Response(null, { status: 404 }));

const greet = async (_ctx: WorkerContext, name: string) => ok(`hello ${name}`);

it('loads the code of a late task when it is first asked for', async () => {
  const load = vi.fn(async () => ({ greet }));
  const tasks = bindTasks(lateTasks(load, ['greet']), bench().context, plainly);
  expect(load).not.toHaveBeenCalled();
  expect(await tasks.greet('Ada')).toEqual(ok('hello Ada'));
});

it('fails as a request does where the code does not come, and tries again the next time', async () => {
  const { context, setOnline } = bench();
  const load = vi.fn(async () => ({ greet }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const tasks = bindTasks(lateTasks(load, ['greet']), context, plainly);
  expect(await tasks.greet('Ada')).toEqual({ ok: false, error: failure('network') });
  setOnline(false);
  expect(await tasks.greet('Ada')).toEqual({ ok: false, error: failure('offline') });
  expect(await tasks.greet('Ada')).toEqual(ok('hello Ada'));
});
