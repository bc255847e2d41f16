import { withoutInvisible } from '../plain-text.ts';

/** A voucher's number, a payment voucher's code, or a ulid. */
const NAME = /^(?:\d{1,10}|\d{13}|[0-9A-HJKMNP-TV-Z]{26})$/i;
/** A name; behind it the signs of a sentence or a chat. */
const NAME_AND_TAIL = /^([0-9A-Za-z]+)[^0-9A-Za-z]*$/;
/** What a tracker puts before its parameters, as it is or encoded. */
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
  /** With its leading '?', or ''. */
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

/** The number, ulid or code that a text names a voucher by, with or without a tail; undefined for what can name none. */
export const voucherNameIn = (text: string): string | undefined => readName(text)?.name;

export interface VoucherPath extends NameAndQuery {
  /** With no tail: `/v/{name}` or `/lv/{name}`. */
  readonly path: string;
}

/**
 * The voucher's page that a path leads to, also one that was altered on its way: with a dot, a bracket, a space or an
 * invisible sign behind it, with what a tracker has appended, or in capitals.
 * @param pathname as in an address, percent-encoded
 */
export function readVoucherPath(pathname: string): VoucherPath | undefined {
  const [, view = '', rest = ''] = /^\/(l?v)\/(.+)$/i.exec(pathname) ?? [];
  const read = readName(rest);
  return read && { ...read, path: `/${view.toLowerCase()}/${read.name}` };
}

/**
 * Where the page of an altered path is.
 * @param search with its leading '?', or ''; what stood in the path comes first
 * @returns path and query; undefined for a path that is right as it is, or no voucher's
 */
export function repairVoucherPath(pathname: string, search: string): string | undefined {
  const read = readVoucherPath(pathname);
  if (!read || pathname.replace(/\/$/, '') === read.path) return undefined;
  return (
    read.path +
    (read.search && search ? `${read.search}&${search.slice(1)}` : read.search || search)
  );
}
