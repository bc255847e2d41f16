/**
 * What `/sw.js` is with `GOODIES_SERVICE_WORKER=0`: it takes the place of the service worker that a device has, deletes
 * all that it cached and removes itself. Open pages go on and come from the server when they are loaded next; what waits
 * to be sent stays in the database.
 */
export const KILL_SWITCH = `addEventListener('install', () => {
  registration.active?.postMessage({ type: 'retire' });
  skipWaiting();
});
addEventListener('activate', (event) => {
  const end = async () => {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
    await registration.unregister();
  };
  event.waitUntil(end());
});
`;
