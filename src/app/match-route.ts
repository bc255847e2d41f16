import { repairVoucherPath, readVoucherPath } from '../../contract/vouchers/voucher-path.ts';
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

/**
 * Where the page of an address is that moved, or that was altered on its way.
 * @param search with its leading '?', or ''
 * @returns path and query; undefined for an address that is right
 */
export function movedTo(path: string, search = ''): string | undefined {
  const moved = REDIRECTS[path.toLowerCase().replace(/\/$/, '')];
  return moved === undefined ? repairVoucherPath(path, search) : moved + search;
}

/** Whether a path leads somewhere, so that the server answers 200 rather than 404. */
export const isKnownPath = (path: string): boolean =>
  movedTo(path) !== undefined || (routeFor(path) !== NOT_FOUND && !isNoVoucher(path));

/** Whether a path names a voucher that there cannot be. */
const isNoVoucher = (path: string): boolean => {
  const [page = ''] = /^\/l?v\/[^/]+/i.exec(path) ?? [];
  return page !== '' && readVoucherPath(page) === undefined;
};
