/** Chats show pictures of this width whole. Pixels. */
export const PICTURE_WIDTH = 1_080;

export const PICTURE_COLOURS = {
  ground: '#1a2158',
  mango: '#ffbf2b',
  ink: '#0b0f2a',
  muted: '#4a5180',
  line: '#8c91ad',
  paper: '#fffdf7',
} as const;

/** The brand's face where the device has it, as in the app's own tokens. */
const FACE = "'Goodies Display', 'Arial Narrow', 'Roboto Condensed', system-ui, sans-serif";
const ASTERISK = 'M16 4v24M5.6 10l20.8 12M26.4 10L5.6 22';
const CLOTH_COLUMNS = 9;

const displayFont = (sizePx: number): string => `800 ${sizePx}px ${FACE}`;

/** @returns undefined where the browser gives no canvas */
export function startPicture(width: number, height: number): CanvasRenderingContext2D | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas.getContext('2d') ?? undefined;
}

/** Without it another face is drawn, which is readable, too. */
export const loadDisplayFont = (text: string): Promise<unknown> =>
  document.fonts.load(displayFont(96), text).catch(() => undefined);

interface Writing {
  readonly y: number;
  readonly sizePx: number;
  readonly colour: string;
  readonly roomPx: number;
}

/** Writes in the display face at the middle, smaller where the text is too long. */
export function writeCentred(
  context: CanvasRenderingContext2D,
  text: string,
  { y, sizePx, colour, roomPx }: Writing,
): void {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = displayFont(sizePx);
  const { width } = context.measureText(text);
  if (width > roomPx) context.font = displayFont(Math.floor((sizePx * roomPx) / width));
  context.fillStyle = colour;
  context.fillText(text, PICTURE_WIDTH / 2, y);
}

/** Asterisks all over, so faint that they are a cloth. */
export function drawGround(context: CanvasRenderingContext2D, height: number): void {
  context.fillStyle = PICTURE_COLOURS.ground;
  context.fillRect(0, 0, PICTURE_WIDTH, height);
  context.strokeStyle = 'rgb(255 255 255 / 0.07)';
  context.lineWidth = 6;
  context.lineCap = 'round';
  const step = PICTURE_WIDTH / CLOTH_COLUMNS;
  for (let y = step / 2; y < height; y += step) {
    for (let x = step / 2; x < PICTURE_WIDTH; x += step) {
      context.save();
      context.translate(x - 32, y - 32);
      context.scale(2, 2);
      context.stroke(new Path2D(ASTERISK));
      context.restore();
    }
  }
}

/** @returns undefined where the browser cannot make a file of it */
export const pngOf = ({ canvas }: CanvasRenderingContext2D): Promise<Blob | undefined> =>
  new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
