import { fill } from '../../../contract/plain-text.ts';
import { MESSAGES } from '../../../contract/messages.ts';
import { nativeBridge, vibrate } from '../../platform/native.ts';
import { readPerson, readScanned, type Scanned, type ScannedPerson } from './read-scanned.ts';

/** What goes wrong while a QR code is scanned, letter for letter (spec 8, Scanning). */
const SCAN_FAILURES = {
  camera: 'Camera permission is required to scan QR codes',
  scanner: 'Error scanning QR code: {reason}',
  content: 'Error: {reason}',
} as const;

/** A wrapper's own words; more than a line of them tells the user no more. */
const REASON_MAX_CHARS = 120;

let isScanning = false;

/** Why nothing was scanned, for the place that asked: a toast would lie behind an open sheet. */
export interface NotScanned {
  readonly kind: 'none';
  readonly message: string;
  readonly hasFailed: boolean;
}

function fail(message: string): NotScanned {
  vibrate('error');
  return { kind: 'none', message, hasFailed: true };
}

function failureOf(fault: unknown): NotScanned {
  const { name, message } =
    fault instanceof Error ? fault : { name: '', message: typeof fault === 'string' ? fault : '' };
  if (name === 'NotAllowedError') return fail(SCAN_FAILURES.camera);
  const reason = message.trim().slice(0, REASON_MAX_CHARS) || 'the camera gave no reason';
  return fail(fill(SCAN_FAILURES.scanner, { reason }));
}

/** The text that was read; null when the scan was given up, undefined when the answer is none of ours. */
function textOf(answer: unknown): string | null | undefined {
  if (answer === null || typeof answer !== 'object') return undefined;
  if ('cancelled' in answer && answer.cancelled === true) return null;
  return 'text' in answer && typeof answer.text === 'string' ? answer.text : undefined;
}

/**
 * Has the wrapper scan a QR code; in a browser the answer says where scanning works (spec 2.3).
 * @param read what is looked for in its text
 * @param other what to say of any other text
 * @returns undefined when the scan was given up
 */
async function scan<T>(
  read: (text: string, origin: string) => T | undefined,
  other: string,
): Promise<T | NotScanned | undefined> {
  const bridge = nativeBridge();
  if (!bridge?.scan) return { kind: 'none', message: MESSAGES.scanInApp, hasFailed: false };
  if (isScanning) return undefined;
  isScanning = true;
  try {
    const text = textOf(await bridge.scan());
    if (text === null) return undefined;
    const scanned = text === undefined ? undefined : read(text, location.origin);
    if (scanned) vibrate('success');
    return scanned ?? fail(fill(SCAN_FAILURES.content, { reason: other }));
  } catch (fault) {
    return failureOf(fault);
  } finally {
    isScanning = false;
  }
}

export const scanVoucher = () => scan<Scanned>(readScanned, 'this is no Goodies voucher');

/** Scans the QR code of somebody's referral link, which names them. */
export const scanPerson = () => scan<ScannedPerson>(readPerson, 'this is no code of a person');
