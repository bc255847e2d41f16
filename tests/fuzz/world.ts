import { ROLES, type Role } from './draw/draw-request.ts';
import type { Known } from './draw/known.ts';

/** Somebody in whose name requests are sent. */
export interface Actor {
  readonly username: string;
  readonly email: string;
  token: string;
  /** Nobody in this round can sign them in any more. */
  isOut?: true;
}

/** What must not stand in an answer to whoever does not know it. */
export interface Secret {
  readonly value: string;
  readonly what: string;
  readonly knownTo: Set<Role>;
  /** A page that may tell it to everybody one day: that of a giveaway whose code is opened. */
  readonly page: string | undefined;
}

/** Values by name, of which the oldest are forgotten. */
const KEPT_VALUES = 60;
const KEPT_SECRETS = 80;
const MAX_TEXT_CHARS = 200;

/** Where else to look for what a request calls so. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  id: ['made', 'ulid', 'id', 'payment_code', 'reference'],
  voucher: ['covers.voucher'],
  file: ['covers.file'],
  voucher_id: ['made', 'ulid', 'id'],
  voucher_ids: ['ulid'],
  users: ['username', 'email'],
  to: ['email'],
  creator_name: ['creator', 'username'],
  transaction_id: ['reference', 'id'],
};
const COVER = /\/covers\/(\w{26})\/([\w.-]+)/;

/** All that the requests of one round have learned, so that later ones can name it. */
export class World {
  readonly actors: ReadonlyMap<Role, Actor>;
  readonly #values = new Map<string, unknown[]>();
  readonly #secrets: Secret[] = [];

  constructor(actors: ReadonlyMap<Role, Actor>) {
    this.actors = actors;
  }

  /** The value that a known one stands for. `transactions.id` may also be the id of something else. */
  readonly resolve = ({ field, at, otherwise }: Known): unknown => {
    const name = field.split('.').at(-1) ?? field;
    const names = [field, ...(ALIASES[name] ?? [name])];
    const values = names.flatMap((one) => this.#values.get(one) ?? []);
    const index = Math.min(values.length - 1, Math.floor(at * values.length));
    return values.length === 0 ? otherwise : values[index];
  };

  keep(name: string, value: unknown): void {
    const values = this.#values.get(name) ?? [];
    this.#values.set(name, [...values, value].slice(-KEPT_VALUES));
  }

  /** Keeps every text and number of an answer under its name. @param list what it is a list of, e.g. `transactions` */
  harvest(answer: unknown, list: string, name = ''): void {
    if (Array.isArray(answer)) for (const one of answer.slice(0, 10)) this.harvest(one, list, name);
    else if (typeof answer === 'object' && answer !== null)
      for (const [key, value] of Object.entries(answer)) this.harvest(value, list, key);
    else if (typeof answer === 'number') this.#keepNew(name, list, answer);
    else if (typeof answer === 'string' && answer.length <= MAX_TEXT_CHARS)
      this.#keepNew(name, list, answer);
    else if (typeof answer === 'string') this.#keepMailed(answer);
    const [, voucher, file] = COVER.exec(String(answer)) ?? [];
    if (!voucher || !file) return;
    this.keep('covers.voucher', voucher);
    this.keep('covers.file', file);
  }

  #keepNew(name: string, list: string, value: unknown): void {
    for (const key of [name, `${list}.${name}`])
      if (!this.#values.get(key)?.includes(value)) this.keep(key, value);
  }

  /** The token of the link in a mail. */
  #keepMailed(text: string): void {
    const [, token] = /\?token=([\w-]+)/.exec(text) ?? [];
    if (token !== undefined) this.keep('mailed_token', token);
  }

  addSecret(value: string, what: string, knownTo: Role, page?: string): void {
    this.#secrets.push({ value, what, knownTo: new Set([knownTo]), page });
    // The first are the sessions.
    if (this.#secrets.length > KEPT_SECRETS) this.#secrets.splice(this.actors.size, 1);
  }

  /** Whoever names a secret in a request knows it. */
  noteSent(role: Role, text: string): void {
    for (const { value, knownTo } of this.#secrets) if (text.includes(value)) knownTo.add(role);
  }

  /** Secrets in a text that its reader does not know. */
  secretsIn(role: Role, text: string): readonly Secret[] {
    return this.#secrets.filter(({ value, knownTo }) => !knownTo.has(role) && text.includes(value));
  }

  /** From now on everybody may know it. */
  publish({ knownTo }: Secret): void {
    for (const role of ROLES) knownTo.add(role);
  }
}
