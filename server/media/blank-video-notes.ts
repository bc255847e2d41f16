/** A box's type as a number: of a file of millions of boxes each would take long to be read as text. */
const typeOf = (name: string): number => Buffer.from(name, 'latin1').readUInt32BE();
/** Boxes of an MP4 that say something of it: title, camera, and the place where a phone recorded it. */
const NOTES: ReadonlySet<number> = new Set(['udta', 'meta', 'uuid'].map(typeOf));
const FREE = typeOf('free');
/** The boxes that hold them, one inside the other, and whose other contents a player needs. */
const CONTAINERS = ['moov', 'trak'].map(typeOf);
/** A box begins with its size and its type, four bytes each. */
const HEAD_BYTES = 8;
const LONG_HEAD_BYTES = 16;

/**
 * Blanks, in place, what an MP4 says of itself beside its picture and sound. Its bytes stay where they are, as the
 * rest of the file names them by their place. Of bytes that are no MP4 it finds no boxes.
 */
export function blankVideoNotes(
  bytes: Buffer,
  [container, ...within]: readonly number[] = CONTAINERS,
): void {
  for (let at = 0; at + HEAD_BYTES <= bytes.length;) {
    const type = bytes.readUInt32BE(at + 4);
    const { headBytes, end } = readBox(bytes, at);
    if (NOTES.has(type)) {
      bytes.writeUInt32BE(FREE, at + 4);
      bytes.fill(0, at + headBytes, end);
    } else if (type === container) {
      blankVideoNotes(bytes.subarray(at + headBytes, end), within);
    }
    at = end;
  }
}

/** Where a box ends: at the latest where what holds it does. */
function readBox(bytes: Buffer, at: number): { readonly headBytes: number; readonly end: number } {
  const size = bytes.readUInt32BE(at);
  if (size === 0) return { headBytes: HEAD_BYTES, end: bytes.length };
  const isLong = size === 1 && at + LONG_HEAD_BYTES <= bytes.length;
  const headBytes = isLong ? LONG_HEAD_BYTES : HEAD_BYTES;
  const wanted = isLong ? Number(bytes.readBigUInt64BE(at + HEAD_BYTES)) : size;
  return { headBytes, end: Math.min(bytes.length, at + Math.max(headBytes, wanted)) };
}
