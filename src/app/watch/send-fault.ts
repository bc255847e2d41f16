import type { ClientErrorBody } from '../../../contract/devices/client-errors.ts';
import { TAB } from '../../../contract/storage-keys.ts';
import { routeFor } from '../match-route.ts';
import { describeFault } from './describe-fault.ts';

const MAX_TOLD = 5;
const DATA_WORKER = /^data-worker-/;

/** Reports each fault once per tab, and from the page, because the data worker may be dead. */
export async function sendFault(event: ErrorEvent | PromiseRejectionEvent): Promise<void> {
  const isError = event instanceof ErrorEvent;
  const described = describeFault(isError ? event.error : event.reason, location.origin);
  if (!described || !isNew(described.frames[0])) return;
  const { build } = document.getElementById('root')?.dataset ?? {};
  const body: ClientErrorBody = {
    kind: DATA_WORKER.test(described.frames[0] ?? '') ? 'worker' : isError ? 'error' : 'rejection',
    ...described,
    route: routeFor(location.pathname).path,
    engine: engineOf(navigator.userAgent),
    ...(build !== undefined && { build }),
  };
  await fetch('/api/v1/client-errors', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
    keepalive: true,
  });
}

function isNew(place: string | undefined): boolean {
  const told = JSON.parse(sessionStorage.getItem(TAB.toldFaults) ?? '[]') as unknown[];
  if (told.includes(place) || told.length >= MAX_TOLD) return false;
  sessionStorage.setItem(TAB.toldFaults, JSON.stringify([...told, place]));
  return true;
}

function engineOf(userAgent: string): ClientErrorBody['engine'] {
  if (userAgent.includes('Firefox/')) return 'gecko';
  if (userAgent.includes('Chrome/')) return 'chromium';
  return userAgent.includes('AppleWebKit/') ? 'webkit' : 'other';
}
