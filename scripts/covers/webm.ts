/** Writes a WebM file with its length and an index, which a browser's own recorder leaves out. */

export interface EncodedFrame {
  readonly bytes: Buffer;
  readonly timestampMs: number;
  readonly isKey: boolean;
}

export interface FilmFormat {
  readonly codecId: 'V_VP8' | 'V_VP9';
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
}

const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  flagLacing: 0x9c,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  clusterTimestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

const NANOSECONDS_PER_MS = 1_000_000;
const VIDEO_TRACK_TYPE = 1;
const KEY_FRAME_FLAG = 0x80;

function idBytes(id: number): Buffer {
  const hex = id.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/** An element; its length always takes 8 bytes, so that sizes are known before contents are. */
function element(id: number, ...contents: readonly Buffer[]): Buffer {
  const body = Buffer.concat(contents);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(body.length));
  length[0] = 0x01;
  return Buffer.concat([idBytes(id), length, body]);
}

function integer(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return element(id, bytes);
}

const text = (id: number, value: string): Buffer => element(id, Buffer.from(value));

function double(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
}

function simpleBlock(frame: EncodedFrame, clusterMs: number): Buffer {
  const header = Buffer.alloc(4);
  header[0] = 0x81;
  header.writeInt16BE(frame.timestampMs - clusterMs, 1);
  header[3] = frame.isKey ? KEY_FRAME_FLAG : 0;
  return element(ID.simpleBlock, header, frame.bytes);
}

/** One cluster from each key frame to the next, so that every cluster can be sought to. */
function clustersOf(frames: readonly EncodedFrame[]): { startMs: number; bytes: Buffer }[] {
  const groups: EncodedFrame[][] = [];
  for (const frame of frames) {
    if (frame.isKey) groups.push([]);
    groups.at(-1)?.push(frame);
  }
  return groups.map((group) => {
    const startMs = group[0]?.timestampMs ?? 0;
    return {
      startMs,
      bytes: element(
        ID.cluster,
        integer(ID.clusterTimestamp, startMs),
        ...group.map((frame) => simpleBlock(frame, startMs)),
      ),
    };
  });
}

const cuesOf = (points: readonly { startMs: number; position: number }[]): Buffer =>
  element(
    ID.cues,
    ...points.map(({ startMs, position }) =>
      element(
        ID.cuePoint,
        integer(ID.cueTime, startMs),
        element(
          ID.cueTrackPositions,
          integer(ID.cueTrack, 1),
          integer(ID.cueClusterPosition, position),
        ),
      ),
    ),
  );

/** @param frames in order of time; the first one is a key frame. */
export function writeWebm(frames: readonly EncodedFrame[], format: FilmFormat): Buffer {
  const header = element(
    ID.ebml,
    text(ID.docType, 'webm'),
    integer(ID.docTypeVersion, 4),
    integer(ID.docTypeReadVersion, 2),
  );
  const info = element(
    ID.info,
    integer(ID.timestampScale, NANOSECONDS_PER_MS),
    double(ID.duration, format.durationMs),
    text(ID.muxingApp, 'goodies'),
    text(ID.writingApp, 'goodies'),
  );
  const tracks = element(
    ID.tracks,
    element(
      ID.trackEntry,
      integer(ID.trackNumber, 1),
      integer(ID.trackUid, 1),
      integer(ID.flagLacing, 0),
      integer(ID.trackType, VIDEO_TRACK_TYPE),
      text(ID.codecId, format.codecId),
      element(
        ID.video,
        integer(ID.pixelWidth, format.width),
        integer(ID.pixelHeight, format.height),
      ),
    ),
  );
  const clusters = clustersOf(frames);
  // Every number in the cues has a fixed width, so an index full of zeros tells the length of the real one.
  const cuesLength = cuesOf(clusters.map(({ startMs }) => ({ startMs, position: 0 }))).length;
  let position = info.length + tracks.length + cuesLength;
  const points = clusters.map(({ startMs, bytes }) => {
    const point = { startMs, position };
    position += bytes.length;
    return point;
  });
  return Buffer.concat([
    header,
    element(ID.segment, info, tracks, cuesOf(points), ...clusters.map(({ bytes }) => bytes)),
  ]);
}
