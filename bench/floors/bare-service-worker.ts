import { clientsClaim } from 'workbox-core';
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Every file of the bare page. Written in by the build. */
declare const __FILES__: { url: string; revision: string | null }[];

// What a service worker of this stack does at least: precache everything, answer navigations from it.
precacheAndRoute(__FILES__);
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html')));
clientsClaim();
