import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';

import { ask } from './ask-database.ts';
import { type Acknowledged, findMissing, findTwoPrimaries } from './judge-primaries.ts';
import { databaseUrlOf, type PatroniMember } from './patroni-member.ts';

const DATABASE = 'probe';
const PAUSE_MS = 100;
/** A write that waits for longer is left alone, and another connection is tried beside it. */
const ANSWERS_WITHIN_MS = 2_000;
const READ_ONLY = '25006';
const INSERT = `insert into writes (member, number) values ($1, $2)
  returning substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) as timeline`;

/** Writes a row to each member directly, all the time, and notes what is acknowledged. */
export class PrimaryProbe {
  readonly #address: string;
  readonly #acknowledged: Acknowledged[] = [];
  readonly #clients = new Set<pg.Client>();
  readonly #loops: Promise<void>[];
  #number = 0;
  #isOver = false;

  private constructor(address: string, members: readonly PatroniMember[]) {
    this.#address = address;
    this.#loops = members.map((member) => this.#writeTo(member));
  }

  /** @param address host and port of whichever member is the primary */
  static async start(address: string, members: readonly PatroniMember[]): Promise<PrimaryProbe> {
    await ask(
      databaseUrlOf(address, 'postgres', 'postgres'),
      'create database probe owner goodies',
    );
    await ask(
      databaseUrlOf(address, 'goodies', DATABASE),
      'create table writes (member text, number int, primary key (member, number))',
    );
    return new PrimaryProbe(address, members);
  }

  /** @returns what should be empty, by its name */
  async judge(): Promise<Readonly<Record<string, readonly string[]>>> {
    await this.stop();
    const url = databaseUrlOf(this.#address, 'goodies', DATABASE);
    const stored = await ask<Acknowledged>(url, 'select member, number from writes');
    const written = this.#acknowledged.length;
    return {
      'writes to members that never were acknowledged': written > 0 ? [] : ['all of them'],
      [`writes acknowledged by two primaries at once, of ${written}`]: findTwoPrimaries(
        this.#acknowledged,
      ),
      'writes that a member acknowledged, lost': findMissing(this.#acknowledged, stored),
    };
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
    await Promise.all([...this.#clients].map((client) => this.#end(client)));
  }

  async #writeTo({ name, address }: PatroniMember): Promise<void> {
    let client: pg.Client | undefined;
    while (!this.#isOver) {
      client ??= await this.#connect(address);
      const answer = client && (await this.#write(client, name));
      if (answer === 'failed' && client) await this.#end(client);
      if (answer === 'failed' || answer === 'silent') client = undefined;
      await delay(PAUSE_MS);
    }
  }

  async #connect(address: string): Promise<pg.Client | undefined> {
    const client = new pg.Client({
      connectionString: databaseUrlOf(address, 'goodies', DATABASE),
      connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      this.#clients.add(client);
      return client;
    } catch {
      return undefined;
    }
  }

  async #write(
    client: pg.Client,
    member: string,
  ): Promise<'acknowledged' | 'refused' | 'failed' | 'silent'> {
    this.#number += 1;
    const number = this.#number;
    const beganMs = performance.now();
    const written = client.query<{ timeline: string }>(INSERT, [member, number]).then(
      ({ rows }) => {
        const timeline = rows[0]?.timeline ?? '';
        const endedMs = performance.now();
        this.#acknowledged.push({ member, number, timeline, beganMs, endedMs });
        return 'acknowledged' as const;
      },
      // A standby says so, and may be the primary next.
      (error: unknown) =>
        error instanceof pg.DatabaseError && error.code === READ_ONLY ? 'refused' : 'failed',
    );
    return Promise.race([written, delay(ANSWERS_WITHIN_MS, 'silent' as const)]);
  }

  async #end(client: pg.Client): Promise<void> {
    this.#clients.delete(client);
    // One that fell silent does not say good-bye.
    await Promise.race([client.end().catch(() => undefined), delay(ANSWERS_WITHIN_MS)]);
  }
}
