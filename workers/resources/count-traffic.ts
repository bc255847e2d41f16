import { ok } from '../../contract/result.ts';
import { countTraffic as count } from '../../local/traffic/count-traffic.ts';
import type { Done, WorkerContext } from '../context.ts';

let isCounting = false;

/** Counts what this worker loads, from its start on; asked again it goes on. */
export async function countTraffic(_ctx: WorkerContext): Promise<Done> {
  if (!isCounting) count();
  isCounting = true;
  return ok(undefined);
}
