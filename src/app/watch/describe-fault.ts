import type { ClientErrorBody } from '../../../contract/devices/client-errors.ts';

type Described = Pick<ClientErrorBody, 'message' | 'frames'>;

const MAX_CHARS = 200;
/** What is looked at of a message at all. */
const MAX_READ_CHARS = 2_000;
const MAX_FRAMES = 8;
const OWN_FILES = '/assets/';
/** What may be a user's: quoted data, addresses of pages and mails, words with digits (codes, ids, phones, money). */
const QUOTED = /"[^"]*(?:"|$)/g;
const ADDRESS = /\S*(?::\/\/|@)\S*/g;
const WITH_DIGITS = /(?=[\w-]*\d)[\w-]{4,}|\d+(?:[ .,]\d+)+/g;
/** How Vite begins what it throws where the styles of a chunk did not come, from a file of the app. */
const NO_STYLES = 'Unable to preload CSS';
/** A slash is a step of an address that was written without its start. */
const CONTROL = /[\p{Cc}/]+/gu;

const mask = (message: string): string =>
  message
    .slice(0, MAX_READ_CHARS)
    .replaceAll(QUOTED, '[text]')
    .replaceAll(ADDRESS, '[address]')
    .replaceAll(WITH_DIGITS, '#')
    .replaceAll(CONTROL, ' ')
    .slice(0, MAX_CHARS)
    // Halves of characters.
    .replaceAll(/\p{Cs}/gu, '');

/** The places of a stack that lie in the app's own files, as `file.js:line:column`. */
function ownFrames(stack: string, origin: string): string[] {
  const start = `${origin}${OWN_FILES}`;
  return stack
    .split('\n')
    .flatMap((line) => /^[\w.-]+\.js:\d+:\d+/.exec(line.split(start)[1] ?? '')?.[0] ?? [])
    .slice(0, MAX_FRAMES);
}

/**
 * A fault as it may leave the device.
 * @returns undefined where no file of the app had a part in it: an extension's, or code that could not be fetched
 */
export function describeFault(fault: unknown, origin: string): Described | undefined {
  if (!(fault instanceof Error) || fault.message.startsWith(NO_STYLES)) return undefined;
  const frames = ownFrames(fault.stack ?? '', origin);
  return frames.length === 0
    ? undefined
    : { message: mask(`${fault.name}: ${fault.message}`), frames };
}
