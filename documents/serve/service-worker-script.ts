import { createHash } from 'node:crypto';

import type { ServedBuild } from '../../contract/document/build.ts';

/** What the operator says of the builds that devices have. */
export interface BuildSettings {
  /** Ids of builds that are replaced without asking. */
  readonly brokenBuilds: readonly string[];
  /** Whether devices keep a service worker; without, the one that they have takes itself away. */
  readonly hasServiceWorker: boolean;
}

const ID_CHARS = 8;

/** The id of a build: what its service worker's script says, which names every file that devices cache. */
export const buildIdOf = (script: string): string =>
  createHash('sha256').update(script).digest('hex').slice(0, ID_CHARS);

/**
 * Ends the service worker that a device has, with all that it has cached, and loads its pages anew: those that run once
 * they are idle, those that do not answer within 3 s. What is to be sent and said lies in the database and stays. Pages
 * register it at every start; where nothing was cached there is nothing to load anew.
 */
const KILL_SWITCH = `addEventListener('install', () => {
  registration.active?.postMessage({ type: 'retire' });
  skipWaiting();
});
addEventListener('activate', (event) => {
  const end = async () => {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
    const pages = await clients.matchAll({ type: 'window' });
    await registration.unregister();
    if (names.length > 0) await Promise.all(pages.map(replace));
  };
  event.waitUntil(end());
});
function replace(page) {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => { page.navigate(page.url).catch(() => {}); done(); }, 3000);
    port1.onmessage = () => { clearTimeout(timer); done(); };
    page.postMessage({ type: 'replace' }, [port2]);
  });
}
`;

/** What an operator may not have meant with these settings, of the build that is served. */
export function warningsOf(
  buildId: string,
  { brokenBuilds, hasServiceWorker }: BuildSettings,
): readonly string[] {
  const isBroken = brokenBuilds.includes(buildId);
  return [
    ...(isBroken ? ['The build that is served is in BROKEN_BUILDS: no device installs it'] : []),
    ...(hasServiceWorker ? [] : ['The service worker is switched off: devices drop theirs']),
  ];
}

/** The script that `/sw.js` answers, of the one that was built. */
export function serviceWorkerScript(
  built: string,
  { brokenBuilds, hasServiceWorker }: BuildSettings,
): string {
  if (!hasServiceWorker) return KILL_SWITCH;
  const build: ServedBuild = { id: buildIdOf(built), broken: brokenBuilds };
  return `self.GOODIES_BUILD=${JSON.stringify(build)};\n${built}`;
}
