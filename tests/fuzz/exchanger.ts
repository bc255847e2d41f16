import type { DrawnRequest, Role } from './draw/draw-request.ts';
import { encodeRequest, type RawRequest } from './encode-request.ts';
import { findFault } from './judge.ts';
import type { RawAnswer, Send } from './send.ts';
import { signInAgain } from './settle-in.ts';
import { noteAnswer, type Tally } from './tally.ts';
import type { Secret, World } from './world.ts';

/** By table. */
type Digest = Readonly<Record<string, unknown>>;

/** A server, and what is asked of it beside requests. */
export interface Target {
  readonly send: Send;
  /** What it takes for now, ms since the epoch. */
  readonly nowMs: number;
  /** What all its tables hold, where that can be asked: a refused request must not change it. */
  readonly digest?: () => Promise<Digest>;
}

/** Refusals that do something all the same: a wait begins, a mail is sent. */
const CHANGING_REFUSALS: ReadonlySet<unknown> = new Set([
  'wrong_guess',
  'two_factor_required',
  'release_code_wrong',
  'login_link_sent',
]);
/** Every so many requests the tables are compared around one. */
const COMPARE_EVERY = 25;
const GHOST_TOKEN = 'g'.repeat(43);
const MAX_SHOWN_CHARS = 600;

export interface Setting {
  readonly target: Target;
  readonly world: World;
  /** Where requests come from, for a server that believes one proxy. */
  readonly address: string;
  readonly tally: Tally;
}

/**
 * Sends a drawn request, judges its answer, and lets the world learn from it.
 * @returns what is wrong, with the request and its answer; undefined when nothing is
 */
export async function exchange(setting: Setting, drawn: DrawnRequest): Promise<string | undefined> {
  const { target, world, tally } = setting;
  const { operation, role } = drawn;
  const request = withSender(setting, encodeRequest(drawn, world.resolve), role);
  world.noteSent(role, `${request.url}\n${request.body?.toString('utf8') ?? ''}`);
  tally.requests += 1;
  const isCompared = target.digest && tally.requests % COMPARE_EVERY === 0;
  const before = isCompared ? await target.digest?.() : undefined;
  const startMs = performance.now();
  const answer = await target.send(request);
  const ms = performance.now() - startMs;
  noteAnswer(tally, operation.name, answer.status, ms);
  const fault =
    findFault({ operation, request, answer, ms }) ??
    (await findLeak(setting, drawn, answer)) ??
    (isCompared ? await findChange(setting, answer, before) : undefined);
  if (fault !== undefined) return describe(fault, role, request, answer);
  await learn(setting, drawn, request, answer);
  return undefined;
}

function withSender({ world, address }: Setting, request: RawRequest, role: Role): RawRequest {
  const token = role === 'ghost' ? GHOST_TOKEN : world.actors.get(role)?.token;
  return {
    ...request,
    headers: {
      'x-forwarded-for': address,
      ...(token && { authorization: `Bearer ${token}` }),
      ...request.headers,
    },
  };
}

async function findLeak(
  { target, world }: Setting,
  { operation, role }: DrawnRequest,
  answer: RawAnswer,
): Promise<string | undefined> {
  // The sandbox's post box shows all mail to everybody; it is not there in production.
  if (operation.path.startsWith('/sandbox/')) return undefined;
  for (const secret of world.secretsIn(role, answer.text)) {
    if (!(await isPublic(target, secret))) return `tells the ${role} ${secret.what}`;
    world.publish(secret);
  }
  return undefined;
}

async function isPublic({ send }: Target, { page, value }: Secret): Promise<boolean> {
  if (page === undefined) return false;
  const { text } = await send({ method: 'GET', url: page, headers: {}, body: undefined });
  return text.includes(value);
}

async function findChange(
  { target, tally }: Setting,
  { status, text }: RawAnswer,
  before: Digest | undefined,
): Promise<string | undefined> {
  if (status < 400 || text === '') return undefined;
  tally.comparisons += 1;
  const { code } = JSON.parse(text) as { code?: unknown };
  if (CHANGING_REFUSALS.has(code)) return undefined;
  const after = (await target.digest?.()) ?? {};
  const changed = Object.keys(after).filter((table) => after[table] !== before?.[table]);
  return changed.length === 0 ? undefined : `was refused, and changed ${changed.join(', ')}`;
}

async function learn(
  setting: Setting,
  { operation, role, body }: DrawnRequest,
  request: RawRequest,
  answer: RawAnswer,
): Promise<void> {
  const { world } = setting;
  const actor = world.actors.get(role);
  if (actor && request.headers['authorization'] === `Bearer ${actor.token}`)
    await keepSignedIn(setting, role, request, answer);
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  if (answer.status >= 300 || !isJson || answer.text === '') return;
  const told: unknown = JSON.parse(answer.text);
  const [list = ''] = operation.path
    .split('/')
    .filter((part) => !part.startsWith('{'))
    .slice(-1);
  world.harvest(told, list);
  if (answer.status === 201 && body.kind === 'form') noteMade(world, role, body.fields, told);
}

/** Keeps what belongs to a voucher together, and its code to its creator. */
function noteMade(
  world: World,
  role: Role,
  { purpose, code, amount, currency }: Readonly<Record<string, unknown>>,
  told: unknown,
): void {
  const { data } = told as { data?: { ulid?: string } };
  if (data?.ulid === undefined || typeof code !== 'string') return;
  for (const name of ['made', purpose === 'payment' ? 'payment' : 'giveaway']) {
    world.keep(name, data.ulid);
    world.keep(`${name}_code`, code);
    world.keep(`${name}_amount`, amount);
    world.keep(`${name}_currency`, currency);
  }
  world.addSecret(code, 'a code', role, `/api/v1/vouchers/${data.ulid}`);
}

/**
 * Signs an actor in again whose session was ended, by signing out or a new password. Where that fails, it is not tried
 * again: each try of a password that is another by now takes a quarter of a second.
 */
async function keepSignedIn(
  { target, world, address }: Setting,
  role: Role,
  { url, method }: RawRequest,
  { status }: RawAnswer,
): Promise<void> {
  const actor = world.actors.get(role);
  const hasSignedOut = status === 200 && method === 'POST' && url.startsWith('/api/v1/logout');
  if (!actor || actor.isOut || (status !== 401 && !hasSignedOut)) return;
  const token = await signInAgain({ send: target.send, address }, actor);
  if (token === undefined) {
    actor.isOut = true;
    return;
  }
  actor.token = token;
  world.addSecret(token, `the session of the ${role}`, role);
}

function describe(fault: string, role: Role, request: RawRequest, answer: RawAnswer): string {
  const { method, url, headers, body } = request;
  const sent = Object.entries(headers)
    .filter(([name]) => name !== 'authorization')
    .map(([name, value]) => `${name}: ${value}`);
  return [
    fault,
    `${method} ${url} as ${role}`,
    ...sent,
    body?.toString('utf8') ?? '',
    `→ ${answer.status} ${JSON.stringify(answer.headers)}`,
    answer.text,
  ]
    .map((line) => line.slice(0, MAX_SHOWN_CHARS))
    .join('\n');
}
