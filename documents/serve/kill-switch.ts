/** Replaces a device's service worker, deletes its caches and removes itself; the outbox stays. */
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
