import { boxesOf, boxType, elementsOf } from '../../contract/vouchers/cover-kind.ts';

/** Title, camera and place of an MP4. */
const BOXES: ReadonlySet<number> = new Set(['udta', 'meta', 'uuid'].map(boxType));
const BOX_CONTAINERS = ['moov', 'trak'].map(boxType);
const FREE = boxType('free');

/** Tags, attachments and chapters of a WebM, and checksums, which blanking makes wrong. */
const ELEMENTS: ReadonlySet<number> = new Set([0x1254c367, 0x1941a469, 0x1043a770, 0xbf]);
const TEXTS: ReadonlySet<number> = new Set([
  0x7ba9, 0x4461, 0x4d80, 0x5741, 0x7384, 0x3c83ab, 0x3e83bb, 0x536e,
]);
const ELEMENT_CONTAINERS = [0x18538067, 0x1549a966, 0x1654ae6b, 0xae];
const VOID = 0xec;
/** The longest length that takes one byte. */
const SHORT_MAX_BYTES = 126;

/** Metadata is blanked in place, because the rest of the file refers to positions. */
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
