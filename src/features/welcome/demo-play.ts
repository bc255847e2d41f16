/** A moment of the example on the welcome page. */
export interface DemoFrame {
  readonly maskedCode: string;
  readonly guess: string;
  readonly mode: 'shown' | 'typing';
}

const MASKED = '48*0*17*369*5';
const CODE = '4840617236915';

const typing = (guess: string): DemoFrame => ({ maskedCode: MASKED, guess, mode: 'typing' });

/** It plays once: the last two digits are typed, then the hidden ones turn. The first frame is prerendered. */
export const DEMO_FRAMES: readonly [DemoFrame, ...DemoFrame[]] = [
  typing('4840617*369*5'),
  typing('48406172369*5'),
  typing(CODE),
  { maskedCode: CODE, guess: CODE, mode: 'shown' },
];
/** Short enough, all of it, that it needs no way to stop it. */
export const DEMO_FRAME_MS = 1_100;
