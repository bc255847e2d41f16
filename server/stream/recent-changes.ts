import { randomBytes } from 'node:crypto';

import { MINUTE_MS } from '../../contract/durations.ts';
import type { Change } from '../db/changes.ts';

const REMEMBERED_MS = 5 * MINUTE_MS;
const REMEMBERED_MAX = 20_000;

/** The number of the last event about each thing, by which a device hears what it has missed. */
export class RecentChanges {
  /** The older first. */
  readonly #numbers = new Map<Change, { readonly number: number; readonly atMs: number }>();
  #epoch = newEpoch();
  #last = 0;
  #forgottenUpTo = 0;

  /** @returns the number of this event */
  add(change: Change): number {
    this.#last += 1;
    this.#numbers.delete(change);
    this.#numbers.set(change, { number: this.#last, atMs: performance.now() });
    this.#forget(() => this.#numbers.size <= REMEMBERED_MAX);
    return this.#last;
  }

  idOf(number: number): string {
    return `${this.#epoch}-${number}`;
  }

  /** @returns those of `changes` that happened after the event with this id; all where it is not known */
  since(id: string, changes: readonly Change[]): readonly Change[] {
    const [epoch, seen = ''] = id.split('-');
    const isKnown =
      epoch === this.#epoch && /^\d+$/.test(seen) && Number(seen) >= this.#forgottenUpTo;
    return isKnown
      ? changes.filter((one) => (this.#numbers.get(one)?.number ?? 0) > Number(seen))
      : changes;
  }

  forgetOld(): void {
    this.#forget((atMs) => performance.now() - atMs < REMEMBERED_MS);
  }

  /** No id from before is known afterwards. */
  reset(): void {
    this.#epoch = newEpoch();
    this.#numbers.clear();
    this.#forgottenUpTo = 0;
  }

  #forget(keep: (atMs: number) => boolean): void {
    for (const [change, { number, atMs }] of this.#numbers) {
      if (keep(atMs)) return;
      this.#numbers.delete(change);
      this.#forgottenUpTo = number;
    }
  }
}

const newEpoch = (): string => randomBytes(6).toString('hex');
