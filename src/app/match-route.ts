import { repairVoucherPath, readVoucherPath } from '../../contract/vouchers/voucher-path.ts';
import { NOT_FOUND, REDIRECTS, ROUTES, type AppRoute } from './routes.ts';

/** Matches like wouter: letter case and a trailing slash do not matter. */
function patternFor(path: string): RegExp {
  const source = path
    .replace(/\/\*\?$/, '(?:/.*)?')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\/?$/, '/?');
  return new RegExp(`^${source}$`, 'i');
}

const TABLE = ROUTES.map((route) => ({ route, pattern: patternFor(route.path) }));

export const routeFor = (path: string): AppRoute =>
  TABLE.find(({ pattern }) => pattern.test(path))?.route ?? NOT_FOUND;

/** The correct address for one that moved or was altered; undefined when it is correct. */
export function movedTo(path: string, search = ''): string | undefined {
  const moved = REDIRECTS[path.toLowerCase().replace(/\/$/, '')];
  return moved === undefined ? repairVoucherPath(path, search) : moved + search;
}

/** Decides whether the server answers 200 or 404. */
export const isKnownPath = (path: string): boolean =>
  movedTo(path) !== undefined || (routeFor(path) !== NOT_FOUND && !isNoVoucher(path));

const isNoVoucher = (path: string): boolean => {
  const [page = ''] = /^\/l?v\/[^/]+/i.exec(path) ?? [];
  return page !== '' && readVoucherPath(page) === undefined;
};

/** Whether the page belongs to the menu 'Voucher'. */
export const isVoucherPage = (path: string): boolean => /^\/(l?v\/|.*voucher|allowed-)/.test(path);
