import bird from '../../../ui/assets/mascot-sticker-win.svg?no-inline';

export interface WinPicture {
  /** '₦3,000' */
  readonly won: string;
  readonly username: string;
  /** Where others can play: 'goodies.example' */
  readonly host: string;
}

/** Square, as chats show pictures whole. Pixels. */
const SIDE = 1_080;
const CENTRE = SIDE / 2;
const MARGIN = 80;
const COLOURS = { ground: '#1a2158', paper: '#ffbf2b', ink: '#0b0f2a', pale: '#fffdf7' } as const;
/** The brand's face where the device has it, as in the app's own tokens. */
const FACE = "'Goodies Display', 'Arial Narrow', 'Roboto Condensed', system-ui, sans-serif";
/** The logo's asterisk on a 32-unit grid. */
const ASTERISK = new Path2D('M16 4v24M5.6 10l20.8 12M26.4 10L5.6 22');

const fontOf = (sizePx: number): string => `800 ${sizePx}px ${FACE}`;

/** Writes a line in the middle, smaller where it would not fit between the margins. */
function write(
  context: CanvasRenderingContext2D,
  text: string,
  { y, sizePx, colour }: { y: number; sizePx: number; colour: string },
): void {
  context.font = fontOf(sizePx);
  const width = context.measureText(text).width;
  const room = SIDE - 3 * MARGIN;
  if (width > room) context.font = fontOf(Math.floor((sizePx * room) / width));
  context.fillStyle = colour;
  context.fillText(text, CENTRE, y);
}

/** Asterisks all over, so faint that they are a cloth. */
function drawGround(context: CanvasRenderingContext2D): void {
  context.fillStyle = COLOURS.ground;
  context.fillRect(0, 0, SIDE, SIDE);
  context.strokeStyle = 'rgb(255 255 255 / 0.07)';
  context.lineWidth = 6;
  context.lineCap = 'round';
  const step = SIDE / 9;
  for (let row = 0; row < 9; row += 1) {
    for (let column = 0; column < 9; column += 1) {
      context.save();
      context.translate(column * step + step / 2 - 32, row * step + step / 2 - 32);
      context.scale(2, 2);
      context.stroke(ASTERISK);
      context.restore();
    }
  }
}

/** A ticket with a notch on each side, and the prize on it. */
function drawTicket(context: CanvasRenderingContext2D, won: string): void {
  const [top, height, notch] = [520, 300, 34];
  context.fillStyle = COLOURS.paper;
  context.beginPath();
  context.roundRect(MARGIN, top, SIDE - 2 * MARGIN, height, 48);
  context.fill();
  context.fillStyle = COLOURS.ground;
  for (const x of [MARGIN, SIDE - MARGIN]) {
    context.beginPath();
    context.arc(x, top + height / 2, notch, 0, 2 * Math.PI);
    context.fill();
  }
  write(context, 'I won', { y: top + 78, sizePx: 56, colour: COLOURS.ink });
  write(context, won, { y: top + 188, sizePx: 168, colour: COLOURS.ink });
}

async function drawBird(context: CanvasRenderingContext2D): Promise<void> {
  const image = new Image();
  image.src = bird;
  await image.decode();
  context.drawImage(image, CENTRE - 218, 84, 436, 420);
}

/** Draws a win as a PNG to share. @returns undefined where the browser cannot */
export async function drawWin({ won, username, host }: WinPicture): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  // What is missing is left out: the prize is what counts.
  await document.fonts.load(fontOf(96), won).catch(() => undefined);
  drawGround(context);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  drawTicket(context, won);
  await drawBird(context).catch(() => undefined);
  write(context, `@${username}`, { y: 892, sizePx: 52, colour: COLOURS.pale });
  write(context, `Win the next one at ${host}`, { y: 972, sizePx: 44, colour: COLOURS.paper });
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}
