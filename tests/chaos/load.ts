import { setTimeout as delay } from 'node:timers/promises';

import { Unanswered } from './caller.ts';
import { randomOf } from './random.ts';
import { enterLottery, lookAround, winOne } from './stories/giveaway-stories.ts';
import { cancelOne, payByGateway, redeemOne, splitOne } from './stories/payment-voucher-stories.ts';
import { Story } from './stories/story.ts';
import { topUp, withdrawSome } from './stories/wallet-stories.ts';
import type { World } from './world.ts';

type Tell = (story: Story) => Promise<void>;

/** Everything that moves money, and what people look at meanwhile: how often, of a hundred. */
const STORIES: readonly (readonly [share: number, Tell])[] = [
  [16, topUp],
  [14, withdrawSome],
  [12, redeemOne],
  [10, splitOne],
  [10, cancelOne],
  [8, payByGateway],
  [16, winOne],
  [6, enterLottery],
  [8, lookAround],
];
/** What passes between two stories of one teller. */
const THINKING_MS = { min: 20, max: 250 };

export interface LoadOptions {
  readonly seed: number;
  /** Stories that are told at the same time. */
  readonly tellers: number;
}

/** People who do things, until they are told to stop. */
export class Load {
  readonly unanswered: string[] = [];
  readonly counts = new Map<string, number>();
  readonly #world: World;
  readonly #seed: number;
  readonly #tellers: Promise<void>[];
  #told = 0;
  #isOver = false;

  constructor(world: World, { seed, tellers }: LoadOptions) {
    this.#world = world;
    this.#seed = seed;
    this.#tellers = Array.from({ length: tellers }, () => this.#tellOn());
  }

  /** Begins nothing new, and resolves when all that was begun has ended. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#tellers);
  }

  async #tellOn(): Promise<void> {
    while (!this.#isOver) {
      const number = this.#told;
      this.#told += 1;
      const random = randomOf(this.#seed, `story ${number}`);
      await this.#tell(new Story(this.#world, random, `chaos-${this.#seed}-${number}`), number);
      await delay(random.between(THINKING_MS.min, THINKING_MS.max));
    }
  }

  async #tell(story: Story, number: number): Promise<void> {
    const tell = choose(story.random.between(1, 100));
    this.counts.set(tell.name, (this.counts.get(tell.name) ?? 0) + 1);
    try {
      await tell(story);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      if (error instanceof Unanswered) this.unanswered.push(words);
      else this.#world.model.contradict(`story ${number}, ${tell.name}: ${words}`);
    }
  }
}

function choose(percent: number): Tell {
  let sum = 0;
  for (const [share, tell] of STORIES) {
    sum += share;
    if (percent <= sum) return tell;
  }
  return lookAround;
}
