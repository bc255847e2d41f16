import type { Deps } from '../../server/deps.ts';
import type { Person } from '../fixtures/api/people.ts';
import type { ChaosGateway } from './chaos-gateway.ts';
import type { Journal } from './journal.ts';
import type { Nodes } from './nodes.ts';
import type { Random } from './random.ts';

/**
 * Breaks something and resolves when it is whole again, as far as whoever is tested does not see to that: what
 * fails afterwards is counted as theirs.
 */
export type Break = (random: Random, hold: () => Promise<void>) => Promise<void>;

/** What can be broken, by name. */
export type Faults = ReadonlyMap<string, Break>;

/** Everything that a run needs. */
export interface Stage {
  /** What the server's commands are configured with, by a way to the database that nothing swallows. */
  readonly env: Readonly<Record<string, string>>;
  /** Where people call: any of these. */
  readonly urls: readonly string[];
  readonly faults: Faults;
  readonly people: readonly Person[];
  readonly gateway: ChaosGateway;
  readonly nodes: Nodes;
  /** The server's parts in this process: to plant people, and to let time pass at the end. */
  readonly deps: Deps;
  /** Resolves when all of it has come back that comes back by itself. */
  readonly untilWhole?: () => Promise<unknown>;
  /** What else must be empty at the end, by its name. */
  readonly judge?: () => Promise<Readonly<Record<string, readonly string[]>>>;
  close(): Promise<void>;
}

export type OpenStage = (
  wanted: { readonly seed: number; readonly nodes: number; readonly people: number },
  journal: Journal,
) => Promise<Stage>;
