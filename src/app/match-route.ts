import { NOT_FOUND, REDIRECTS, ROUTES, type AppRoute } from './routes.ts';

/** The same reading of patterns as wouter's: letter case and a last slash do not matter. */
function patternFor(path: string): RegExp {
  const source = path
    .replace(/\/\*\?$/, '(?:/.*)?')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\/?$/, '/?');
  return new RegExp(`^${source}$`, 'i');
}

const TABLE = ROUTES.map((route) => ({ route, pattern: patternFor(route.path) }));

/** The route of a path (without its query); the one for unknown addresses when there is none. */
export const routeFor = (path: string): AppRoute =>
  TABLE.find(({ pattern }) => pattern.test(path))?.route ?? NOT_FOUND;

/** Where the page of an address that moved is now, read as patterns are. */
export const movedTo = (path: string): string | undefined =>
  REDIRECTS[path.toLowerCase().replace(/\/$/, '')];

/** Whether a path leads somewhere, so that the server answers 200 rather than 404. */
export const isKnownPath = (path: string): boolean =>
  movedTo(path) !== undefined || routeFor(path) !== NOT_FOUND;
