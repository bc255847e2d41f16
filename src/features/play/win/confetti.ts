import { CONFETTI_MS } from '../../../../contract/constants.ts';

const COLOURS = ['#ffbf2b', '#c9184f', '#74d7b1', '#ff9179', '#4a60d0', '#fffdf7'];
const BURST_EVERY_MS = 250;

/** The logo's asterisk as an outline, since confetti shapes are filled: three crossed bars on a 32-unit grid. */
const ASTERISK =
  'M13 3h6v9.8l8.5-4.9 3 5.2L22 18l8.5 4.9-3 5.2L19 23.2V33h-6v-9.8l-8.5 4.9-3-5.2L10 18l-8.5-4.9 3-5.2L13 12.8z';

const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A canvas over everything: an open dialog lies in the top layer, where no z-index reaches it. */
function addCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  Object.assign(canvas.style, {
    position: 'fixed',
    inset: '0',
    inlineSize: '100%',
    blockSize: '100%',
    margin: '0',
    padding: '0',
    border: '0',
    background: 'none',
    pointerEvents: 'none',
    zIndex: '100',
  });
  document.body.append(canvas);
  if ('showPopover' in canvas) {
    canvas.popover = 'manual';
    canvas.showPopover();
  }
  return canvas;
}

/**
 * Throws asterisks and punched-out chads for 3 s; nothing for people who prefer less motion.
 * The library loads on first use. Resolves when the last piece has fallen.
 */
export async function celebrate(): Promise<void> {
  if (prefersStillness()) return;
  const { default: confetti } = await import('canvas-confetti');
  const asterisk = confetti.shapeFromPath({ path: ASTERISK });
  const canvas = addCanvas();
  const fire = confetti.create(canvas, { resize: true });
  const falling: (Promise<unknown> | null)[] = [];
  const endsAt = performance.now() + CONFETTI_MS;
  const burst = (originX: number, angle: number): void => {
    const flight = fire({
      particleCount: 18,
      angle,
      spread: 60,
      startVelocity: 45,
      ticks: 150,
      origin: { x: originX, y: 0.7 },
      colors: COLOURS,
      shapes: [asterisk, 'circle'],
      disableForReducedMotion: true,
    });
    falling.push(flight);
  };
  await new Promise<void>((resolve) => {
    const throwBoth = (): void => {
      if (performance.now() >= endsAt) return resolve();
      burst(0, 60);
      burst(1, 120);
      setTimeout(throwBoth, BURST_EVERY_MS);
    };
    throwBoth();
  });
  await Promise.all(falling.filter((flight) => flight !== null));
  canvas.remove();
}
