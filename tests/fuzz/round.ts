import fc from 'fast-check';

import {
  anyRequest,
  type DrawnBody,
  type DrawnRequest,
  type Fields,
  type Recipes,
} from './draw/draw-request.ts';
import { recipesAt } from './draw/recipes.ts';
import { exchange, type Target } from './exchanger.ts';
import { readOperations, type ApiDocument, type Operation } from './operations.ts';
import type { Send } from './send.ts';
import { settleIn } from './settle-in.ts';
import type { Tally } from './tally.ts';

/** A request that fails is tried in simpler forms, at most so many. */
const MAX_SHRINKS = 300;

export interface RoundOptions {
  readonly requests: number;
  /** Draws the same requests again; what they do also depends on what the server holds. */
  readonly seed: number;
}

/** Every call that a server describes. */
export async function askOperations(send: Send): Promise<Operation[]> {
  const url = '/api/openapi.json';
  const { text } = await send({ method: 'GET', url, headers: {}, body: undefined });
  return readOperations(JSON.parse(text) as ApiDocument);
}

/** Vouchers that the creator begins with, half of them paid, so that there is something for the first requests to name. */
const FIRST_VOUCHERS = 14;
const FIRST_PAID = 10;

/** The plain requests that make them. */
function firstRequests(
  operations: readonly Operation[],
  recipes: Recipes,
  seed: number,
): DrawnRequest[] {
  const requestTo = (
    name: string,
    body: (fields: Fields) => DrawnBody,
    count: number,
  ): DrawnRequest[] => {
    const operation = operations.find((one) => one.name === name);
    const recipe = recipes[name];
    if (!operation || !recipe) throw new Error(`no way to ${name}`);
    return fc.sample(recipe, { seed, numRuns: count }).map((fields, index) => ({
      operation,
      method: operation.method,
      role: 'creator',
      params: {},
      query: [],
      rawQuery: '',
      headers: { 'idempotency-key': `first-${name.length}-${index}` },
      body: body(fields),
    }));
  };
  const asForm = (fields: Fields): DrawnBody => ({ kind: 'form', fields, fault: 'none' });
  const asJson = (value: Fields): DrawnBody => ({ kind: 'json', value });
  return [
    ...requestTo('POST /api/v1/vouchers', asForm, FIRST_VOUCHERS),
    ...requestTo('POST /api/v1/vouchers/payment/wallet', asJson, FIRST_PAID),
  ];
}

/**
 * People who are new to a server send requests at random, each judged, until there were enough or one of them
 * failed. That one is made as simple as it gets.
 * @returns what failed, in words; undefined when nothing did
 */
export async function playRound(
  target: Target,
  operations: readonly Operation[],
  tally: Tally,
  { requests, seed }: RoundOptions,
): Promise<string | undefined> {
  const address = `102.${(seed >> 16) & 127}.${(seed >> 8) & 255}.${seed & 255}`;
  const world = await settleIn({ send: target.send, address }, seed.toString(36));
  const setting = { target, world, address, tally };
  const recipes = recipesAt(target.nowMs);
  const failures: string[] = [];
  /** @throws Error to have the library try a simpler request */
  const play = async (drawn: DrawnRequest): Promise<void> => {
    const fault = await exchange(setting, drawn).catch(
      (error: unknown) => `no answer to ${drawn.operation.name}: ${String(error)}`,
    );
    if (fault === undefined) return;
    failures.push(`seed ${seed}: ${fault}`);
    throw new Error(fault);
  };
  let tries = 0;
  const property = fc.asyncProperty(anyRequest(operations, recipes), async (drawn) => {
    if (failures.length > 0 && (tries += 1) > MAX_SHRINKS) return;
    await play(drawn);
  });
  try {
    for (const first of firstRequests(operations, recipes, seed)) await play(first);
    await fc.check(property, { seed, numRuns: requests - FIRST_VOUCHERS - FIRST_PAID });
  } catch (error) {
    if (failures.length === 0) throw error;
  }
  return failures.at(-1);
}
