import { readCachedDataSaver, writeCachedDataSaver } from '../../../local/cached-data-saver.ts';
import { countTraffic } from '../../../local/traffic.ts';
import { isDataSaverOn } from '../data-saver.ts';

let isKept = false;

/**
 * Counts what this page loads, its document included, from its beginning on, and has the service worker know of a
 * data saver that was turned on where it did not hear of it; asked again it goes on.
 */
export async function keepThrift(): Promise<void> {
  if (isKept) return;
  isKept = true;
  countTraffic(['navigation', 'resource']);
  const isOn = isDataSaverOn();
  if ((await readCachedDataSaver()) !== isOn) await writeCachedDataSaver(isOn);
}
