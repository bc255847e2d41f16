import { useRefresh } from '../../platform/live/use-refresh.ts';

/**
 * To stand beside what takes a proved address: asks for the user anew, also whenever they come back from their mail,
 * whose link may have been opened in another browser or on another device.
 */
export function AwaitProof(): null {
  useRefresh((worker) => worker.refreshUser({ force: true }), []);
  return null;
}
