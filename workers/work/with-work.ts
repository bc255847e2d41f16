import type { SolvedDevice } from '../../contract/devices.ts';
import type { Result } from '../../contract/result.ts';
import { loadCode } from '../on-demand/load-code.ts';

/** Told when a call takes work, which may be seconds. */
export type OnWork = () => void;

/**
 * Sends a call; where the server asks for work first, does it and sends the call again with what came of it.
 * @param send with nothing at first
 */
export async function withWork<T>(
  send: (work?: SolvedDevice) => Promise<Result<T>>,
  onWork?: OnWork,
): Promise<Result<T>> {
  const answer = await send();
  if (answer.ok || answer.error.code !== 'work_required') return answer;
  onWork?.();
  const code = await loadCode(() => import('./do-work.ts'));
  return code.ok ? code.value.doWork(answer, send) : code;
}
