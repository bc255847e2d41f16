import type { Challenge } from '../../contract/devices.ts';
import { solved } from '../fixtures/api/devices.ts';
import { PIN } from '../fixtures/api/pins.ts';
import type { Role } from './draw/draw-request.ts';
import type { RawRequest } from './encode-request.ts';
import type { Send } from './send.ts';
import { World, type Actor } from './world.ts';

/** Enough for everything that a round buys, major units of naira. */
const MONEY = 200_000;
const PASSWORD = 'correct horse battery staple';

/** How people come to a server: as a program does, over its API alone. */
interface Door {
  readonly send: Send;
  /** The address of the round's network, for a server that believes one proxy. */
  readonly address: string;
}

type Json = Readonly<Record<string, unknown>>;

interface CallOptions {
  readonly token?: string;
  readonly body?: object;
}

const callOf = (
  { address }: Door,
  method: string,
  url: string,
  { token, body }: CallOptions,
): RawRequest => ({
  method,
  url,
  headers: {
    'x-forwarded-for': address,
    ...(body && { 'content-type': 'application/json', 'idempotency-key': 'settling-in' }),
    ...(token && { authorization: `Bearer ${token}` }),
  },
  body: body && Buffer.from(JSON.stringify(body)),
});

async function call(
  door: Door,
  method: string,
  url: string,
  options: CallOptions = {},
): Promise<Json> {
  const answer = await door.send(callOf(door, method, url, options));
  if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as Json;
}

/** Signs somebody up; proves the address, fills the wallet and chooses a PIN unless they are to be without. */
async function addActor(door: Door, username: string, isVerified: boolean): Promise<Actor> {
  const email = `${username}@fuzz.test`;
  const person = { username, email, password: PASSWORD, region: 'nigeria' };
  const { token } = await call(door, 'POST', '/api/v1/register', { body: person });
  const actor = { username, email, token: String(token) };
  if (!isVerified) return actor;
  const mails = (await call(
    door,
    'GET',
    `/sandbox/mail?to=${encodeURIComponent(email)}`,
  )) as unknown;
  const proof = /\?token=([\w-]+)/.exec(JSON.stringify(mails))?.[1];
  await call(door, 'POST', '/api/v1/verify-email', { token: actor.token, body: { token: proof } });
  const { reference } = await call(door, 'POST', '/api/v1/wallet/topup/initialize', {
    token: actor.token,
    body: { amount: MONEY, currency: 'NGN', processor: 'paystack' },
  });
  await call(door, 'POST', `/sandbox/settle/${String(reference)}`);
  await call(door, 'POST', '/api/v1/user/pin', {
    token: actor.token,
    body: { pin: PIN, password: PASSWORD },
  });
  return actor;
}

/** @returns a new session of an actor whose former one was ended; undefined where the password is another by now */
export async function signInAgain(door: Door, actor: Actor): Promise<string | undefined> {
  const body = { email: actor.email, password: PASSWORD };
  try {
    return String((await call(door, 'POST', '/api/login', { body }))['token']);
  } catch {
    return undefined;
  }
}

/** Has a device prove itself. */
async function proveDevice(door: Door, world: World, device_id: string): Promise<void> {
  const asked = await door.send(callOf(door, 'POST', '/api/v1/devices', { body: { device_id } }));
  const { challenge } = JSON.parse(asked.text) as { challenge: Challenge };
  const payload = await solved(challenge);
  const { token } = await call(door, 'POST', '/api/v1/devices', { body: { device_id, payload } });
  world.keep('device_id', device_id);
  world.keep('device_token', token);
  world.keep('work', payload);
}

/** People of a round's own, of whom nobody else has heard. @param name in the usernames, other for each round */
export async function settleIn(door: Door, name: string): Promise<World> {
  const actors = new Map<Role, Actor>([
    ['creator', await addActor(door, `c_${name}`, true)],
    ['player', await addActor(door, `p_${name}`, true)],
    ['unverified', await addActor(door, `u_${name}`, false)],
  ]);
  const world = new World(actors);
  for (const [role, { token, email, username }] of actors) {
    world.addSecret(token, `the session of the ${role}`, role);
    world.keep('email', email);
    world.keep('username', username);
  }
  world.keep('password', PASSWORD);
  await proveDevice(door, world, `device-of-round-${name}`);
  return world;
}
