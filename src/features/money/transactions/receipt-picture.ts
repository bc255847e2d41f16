import {
  drawGround,
  loadDisplayFont,
  PICTURE_COLOURS as COLOURS,
  PICTURE_WIDTH as WIDTH,
  pngOf,
  startPicture,
  writeCentred,
} from '../../../shared/pictures/draw.ts';
import { receiptFacts, receiptName, signedAmount, type KnownTransaction } from './receipt-facts.ts';
import { statusLabel } from './transaction-row.tsx';

const MARGIN = 60;
const INSET = 70;
const LEFT = MARGIN + INSET;
const RIGHT = WIDTH - LEFT;
/** Of the lines on the paper, from one baseline to the next. */
const LINE = 48;
const GAP = 26;
const VALUE_ROOM = 560;
const HEAD = 470;
const FOOT = 150;

const TEXT = '500 36px system-ui, sans-serif';

/** Splits where words end, and longer ones anywhere. */
export function wrap(
  text: string,
  roomPx: number,
  widthOf: (text: string) => number,
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= roomPx) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of word) {
      if (widthOf(line + character) > roomPx && line !== '') {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line];
}

function drawPaper(context: CanvasRenderingContext2D, height: number): void {
  context.fillStyle = COLOURS.paper;
  context.beginPath();
  context.roundRect(MARGIN, MARGIN, WIDTH - 2 * MARGIN, height - 2 * MARGIN, 48);
  context.fill();
  context.strokeStyle = COLOURS.line;
  context.lineWidth = 4;
  context.setLineDash([14, 12]);
  context.beginPath();
  context.moveTo(LEFT, HEAD - GAP);
  context.lineTo(RIGHT, HEAD - GAP);
  context.stroke();
  context.setLineDash([]);
}

function drawHead(context: CanvasRenderingContext2D, known: KnownTransaction): void {
  const roomPx = RIGHT - LEFT;
  const isFailed = known.status === 'failed';
  const says = [
    ['Goodies receipt', 130, 46, COLOURS.muted],
    [known.description, 210, 46, COLOURS.ink],
    [signedAmount(known), 310, 120, isFailed ? COLOURS.muted : COLOURS.ink],
    [statusLabel(known.status), 400, 42, COLOURS.muted],
  ] as const;
  for (const [text, y, sizePx, colour] of says)
    writeCentred(context, text, { y, sizePx, colour, roomPx });
}

/** Draws what the receipt says, for chats. @returns undefined where the browser cannot */
async function drawReceipt(known: KnownTransaction): Promise<Blob | undefined> {
  await loadDisplayFont(`${known.description}${signedAmount(known)}`);
  const ruler = startPicture(1, 1);
  if (!ruler) return undefined;
  ruler.font = TEXT;
  const widthOf = (text: string): number => ruler.measureText(text).width;
  const facts = receiptFacts(known).map(({ label, value }) => ({
    label,
    lines: wrap(value, VALUE_ROOM, widthOf),
  }));
  const rows = facts.reduce((sum, { lines }) => sum + lines.length * LINE + GAP, 0);
  const height = HEAD + GAP + rows + FOOT;
  const context = startPicture(WIDTH, height);
  if (!context) return undefined;
  drawGround(context, height);
  drawPaper(context, height);
  drawHead(context, known);
  context.font = TEXT;
  context.textBaseline = 'top';
  let y = HEAD + GAP;
  for (const { label, lines } of facts) {
    context.textAlign = 'left';
    context.fillStyle = COLOURS.muted;
    context.fillText(label, LEFT, y);
    context.textAlign = 'right';
    context.fillStyle = COLOURS.ink;
    lines.forEach((line, at) => context.fillText(line, RIGHT, y + at * LINE));
    y += lines.length * LINE + GAP;
  }
  const foot = { y: height - 110, sizePx: 36, colour: COLOURS.muted, roomPx: RIGHT - LEFT };
  writeCentred(context, location.host, foot);
  return pngOf(context);
}

/** @returns undefined where the browser cannot draw */
export async function receiptFile(known: KnownTransaction): Promise<File | undefined> {
  const blob = await drawReceipt(known);
  return blob && new File([blob], receiptName(known), { type: blob.type });
}
