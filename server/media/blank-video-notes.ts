import { boxesOf, boxType, elementsOf } from '../../contract/vouchers/cover-kind.ts';

/** Boxes of an MP4 that say something of it: title, camera, and the place where a phone recorded it. */
const BOXES: ReadonlySet<number> = new Set(['udta', 'meta', 'uuid'].map(boxType));
/** The boxes that hold them, and whose other contents a player needs. */
const BOX_CONTAINERS = ['moov', 'trak'].map(boxType);
const FREE = boxType('free');

/** Elements of a WebM: tags, attached files, chapters; and checksums, which would be wrong now. */
const ELEMENTS: ReadonlySet<number> = new Set([0x1254c367, 0x1941a469, 0x1043a770, 0xbf]);
/** Title, date, the writing programs, names of files and of a track: a player needs none of their contents. */
const TEXTS: ReadonlySet<number> = new Set([
  0x7ba9, 0x4461, 0x4d80, 0x5741, 0x7384, 0x3c83ab, 0x3e83bb, 0x536e,
]);
/** Segment, its information, tracks, a track. */
const ELEMENT_CONTAINERS = [0x18538067, 0x1549a966, 0x1654ae6b, 0xae];
const VOID = 0xec;
/** As much as the length of an element says in one byte. */
const SHORT_MAX_BYTES = 126;

/**
 * Blanks, in place, what a video says of itself beside its picture and sound. Its bytes stay where they are, as the
 * rest of the file names them by their place. Of bytes that are none it finds no parts.
 */
export function blankVideoNotes(bytes: Buffer, kind: 'mp4' | 'webm'): void {
  if (kind === 'webm') return blankElements(bytes);
  for (const { type, at, bodyAt, end } of boxesOf(bytes, BOX_CONTAINERS)) {
    if (!BOXES.has(type)) continue;
    bytes.writeUInt32BE(FREE, at + 4);
    bytes.fill(0, bodyAt, Math.min(end, bytes.length));
  }
}

function blankElements(bytes: Buffer): void {
  for (const { id, at, bodyAt, end } of elementsOf(bytes, ELEMENT_CONTAINERS)) {
    if (TEXTS.has(id)) bytes.fill(0, bodyAt, Math.min(end, bytes.length));
    else if (ELEMENTS.has(id))
      bytes.subarray(at, end).set(voidOf(Math.min(end, bytes.length) - at));
  }
}

/** An element without a meaning. @param length of all of it, at least 2 */
function voidOf(length: number): Buffer {
  const element = Buffer.alloc(length);
  element[0] = VOID;
  if (length - 2 <= SHORT_MAX_BYTES) {
    element[1] = 0x80 + length - 2;
    return element;
  }
  element[1] = 0x01;
  element.writeUIntBE(length - 9, 3, 6);
  return element;
}
