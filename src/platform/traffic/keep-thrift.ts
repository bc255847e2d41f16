import { readCachedDataSaver, writeCachedDataSaver } from '../../../local/keys.ts';
import { countTraffic } from '../../../local/traffic.ts';
import { isDataSaverOn } from '../data-saver.ts';

let isKept = false;

/** Counts the bytes that this page loads and tells the service worker about the data saver. */
export async function keepThrift(): Promise<void> {
  if (isKept) return;
  isKept = true;
  countTraffic(['navigation', 'resource']);
  const isOn = isDataSaverOn();
  if ((await readCachedDataSaver()) !== isOn) await writeCachedDataSaver(isOn);
}
