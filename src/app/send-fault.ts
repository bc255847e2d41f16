import type { ClientErrorBody } from '../../contract/devices/client-errors.ts';
import { TAB } from '../../contract/storage-keys.ts';
import { routeFor } from './match-route.ts';

type Described = Pick<ClientErrorBody, 'message' | 'frames'>;

const MAX_CHARS = 200;
const MAX_READ_CHARS = 2_000;
const MAX_FRAMES = 8;
const OWN_FILES = '/assets/';
/** These parts may be private: quoted data, addresses, mails, and words with digits. */
const QUOTED = /"[^"]*(?:"|$)/g;
const ADDRESS = /\S*(?::\/\/|@)\S*/g;
const WITH_DIGITS = /(?=[\w-]*\d)[\w-]{4,}|\d+(?:[ .,]\d+)+/g;
const NO_STYLES = 'Unable to preload CSS';
const CONTROL = /[\p{Cc}/]+/gu;

const mask = (message: string): string =>
  message
    .slice(0, MAX_READ_CHARS)
    .replaceAll(QUOTED, '[text]')
    .replaceAll(ADDRESS, '[address]')
    .replaceAll(WITH_DIGITS, '#')
    .replaceAll(CONTROL, ' ')
    .slice(0, MAX_CHARS)
    .replaceAll(/\p{Cs}/gu, '');

function ownFrames(stack: string, origin: string): string[] {
  const start = `${origin}${OWN_FILES}`;
  return stack
    .split('\n')
    .flatMap((line) => /^[\w.-]+\.js:\d+:\d+/.exec(line.split(start)[1] ?? '')?.[0] ?? [])
    .slice(0, MAX_FRAMES);
}

/** A fault without private data; undefined when no file of the app was involved. */
export function describeFault(fault: unknown, origin: string): Described | undefined {
  if (!(fault instanceof Error) || fault.message.startsWith(NO_STYLES)) return undefined;
  const frames = ownFrames(fault.stack ?? '', origin);
  return frames.length === 0
    ? undefined
    : { message: mask(`${fault.name}: ${fault.message}`), frames };
}

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
