import { BUILD_ID_PATTERN } from '../contract/document/build.ts';
import type { BuildSettings } from '../documents/serve/service-worker-script.ts';
import type { SettingReader } from './config/setting-reader.ts';

/** What devices are to do with the builds of the app that they have. */
export function readBuilds({ text, flag }: SettingReader, faults: string[]): BuildSettings {
  const brokenBuilds = (text('BROKEN_BUILDS') ?? '').split(/[\s,]+/).filter((id) => id !== '');
  for (const id of brokenBuilds)
    if (!BUILD_ID_PATTERN.test(id))
      faults.push(`BROKEN_BUILDS must be ids of builds, 8 hexadecimal digits each, not "${id}"`);
  return { brokenBuilds, hasServiceWorker: flag('GOODIES_SERVICE_WORKER', true) };
}
