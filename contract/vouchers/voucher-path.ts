import { withoutInvisible } from '../plain-text.ts';

const NAME = /^(?:\d{1,10}|\d{13}|[0-9A-HJKMNP-TV-Z]{26})$/i;
const NAME_AND_TAIL = /^([0-9A-Za-z]+)[^0-9A-Za-z]*$/;
const QUERY = /[&?]|%26|%3f/i;

function decoded(text: string): string {
  try {
    return withoutInvisible(decodeURIComponent(text));
  } catch {
    return text;
  }
}

interface NameAndQuery {
  readonly name: string;
  readonly search: string;
}

function readName(text: string): NameAndQuery | undefined {
  const [mark = ''] = QUERY.exec(text) ?? [];
  const [head = '', ...query] = mark === '' ? [text] : text.split(mark);
  const name = NAME_AND_TAIL.exec(decoded(head))?.[1] ?? '';
  return NAME.test(name)
    ? { name, search: query.length > 0 ? `?${query.join(mark)}` : '' }
    : undefined;
}

export const voucherNameIn = (text: string): string | undefined => readName(text)?.name;

export interface VoucherPath extends NameAndQuery {
  readonly path: string;
}

/** Also accepts trailing punctuation, tracking parameters and capitals. */
export function readVoucherPath(pathname: string): VoucherPath | undefined {
  const [, view = '', rest = ''] = /^\/(l?v)\/(.+)$/i.exec(pathname) ?? [];
  const read = readName(rest);
  return read && { ...read, path: `/${view.toLowerCase()}/${read.name}` };
}

/** Returns the corrected path and query; undefined if correct or not a voucher. */
export function repairVoucherPath(pathname: string, search: string): string | undefined {
  const read = readVoucherPath(pathname);
  if (!read || pathname.replace(/\/$/, '') === read.path) return undefined;
  return (
    read.path +
    (read.search && search ? `${read.search}&${search.slice(1)}` : read.search || search)
  );
}
