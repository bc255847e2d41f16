import { clientsClaim } from 'workbox-core';
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const __FILES__: { url: string; revision: string | null }[];

precacheAndRoute(__FILES__);
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html')));
clientsClaim();
