import { createHash, randomUUID } from 'node:crypto';

import { exportJWK, generateKeyPair, SignJWT } from 'jose';

import { FakeGateway, type FakeAnswer, type FakeCall, type Json } from './fake-gateway.ts';

/** Who somebody is at the fake. */
export interface GooglePerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  /** The domain that Google runs for somebody. */
  readonly hd?: string;
}

/** What is wrong with a token. */
export interface Tampering {
  /** Claims instead of the right ones. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signs with a key that the issuer does not have, under the name of one that it has. */
  readonly hasForeignKey?: boolean;
}

/** What Google adds to the address that it sends people back to. */
export interface CameBack {
  readonly code: string;
  readonly state: string;
  readonly iss: string;
}

interface Grant {
  readonly query: URLSearchParams;
  readonly person: GooglePerson;
  readonly tampering: Tampering;
}

const KEY_ID = 'key-of-the-fake';
const S256 = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
const refuse = (error: string, status = 400): FakeAnswer => ({ status, body: { error } });

/** An OpenID Connect issuer that is as strict as Google: redirect address, client, PKCE, each code once. */
export class FakeGoogle {
  readonly clientId = 'goodies.apps.test';
  readonly clientSecret = 'a-client-secret';
  readonly gateway: FakeGateway;
  /** Who is signed in there in a browser that asks itself (FedCM). */
  signedIn: (GooglePerson & { readonly email: string }) | undefined;
  readonly #redirectUri: string;
  readonly #grants = new Map<string, Grant>();
  readonly #keys: { readonly own: CryptoKeyPair; readonly foreign: CryptoKeyPair };

  private constructor(
    gateway: FakeGateway,
    redirectUri: string,
    keys: { own: CryptoKeyPair; foreign: CryptoKeyPair },
  ) {
    this.gateway = gateway;
    this.#redirectUri = redirectUri;
    this.#keys = keys;
  }

  /** @param redirectUri the only address that it sends people back to */
  static async start(redirectUri: string): Promise<FakeGoogle> {
    const made: { fake?: FakeGoogle } = {};
    const gateway = await FakeGateway.start(
      async (call) => made.fake?.answer(call) ?? { status: 503, body: {} },
    );
    const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
    made.fake = new FakeGoogle(gateway, redirectUri, { own, foreign });
    return made.fake;
  }

  get env(): Readonly<Record<string, string>> {
    return {
      GOOGLE_CLIENT_ID: this.clientId,
      GOOGLE_CLIENT_SECRET: this.clientSecret,
      GOOGLE_ISSUER: this.gateway.url,
    };
  }

  /** Somebody says at the issuer's page who they are. @throws for a request that Google would refuse there */
  consent(address: string, person: GooglePerson, tampering: Tampering = {}): CameBack {
    const { origin, pathname, searchParams: query } = new URL(address);
    const expected = {
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: this.#redirectUri,
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(expected))
      if (query.get(name) !== value) throw new Error(`${name} is ${query.get(name)}`);
    if (origin !== this.gateway.url || pathname !== '/authorize') throw new Error('another page');
    if (!query.get('scope')?.split(' ').includes('openid')) throw new Error('no openid');
    const code = randomUUID();
    this.#grants.set(code, { query, person, tampering });
    return { code, state: query.get('state') ?? '', iss: this.gateway.url };
  }

  /** What a browser that asks the issuer itself is given. */
  async idToken(
    nonce: string | null,
    person: GooglePerson,
    { claims, hasForeignKey }: Tampering = {},
  ): Promise<string> {
    const nowS = Math.floor(Date.now() / 1000);
    const { own, foreign } = this.#keys;
    return new SignJWT({
      iss: this.gateway.url,
      aud: this.clientId,
      iat: nowS,
      exp: nowS + 3600,
      nonce,
      ...person,
      ...claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .sign((hasForeignKey ? foreign : own).privateKey);
  }

  async answer({ path, body }: FakeCall): Promise<FakeAnswer> {
    const { url } = this.gateway;
    if (path === '/.well-known/openid-configuration')
      return {
        status: 200,
        body: {
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/certs`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
          authorization_response_iss_parameter_supported: true,
        },
      };
    if (path === '/certs') {
      const key = { ...(await exportJWK(this.#keys.own.publicKey)), kid: KEY_ID, alg: 'RS256' };
      return { status: 200, body: { keys: [{ ...key, use: 'sig' }] } };
    }
    if (path === '/.well-known/web-identity')
      return { status: 200, body: { provider_urls: [`${url}/gsi/fedcm.json`] } };
    if (path.startsWith('/gsi/')) return this.#answerBrowser(path, body);
    return path === '/token' ? this.#exchange(body) : refuse('not_found', 404);
  }

  async #answerBrowser(path: string, body: Json): Promise<FakeAnswer> {
    if (path === '/gsi/fedcm.json')
      return {
        status: 200,
        body: {
          accounts_endpoint: '/gsi/accounts',
          id_assertion_endpoint: '/gsi/assertion',
          login_url: '/authorize',
        },
      };
    const person = this.signedIn;
    if (!person || (path === '/gsi/assertion' && body['client_id'] !== this.clientId))
      return refuse('unauthorized', 401);
    const { sub: id, email } = person;
    if (path === '/gsi/accounts')
      return { status: 200, body: { accounts: [{ id, email, name: email }] } };
    const { nonce } = JSON.parse(String(body['params'])) as { readonly nonce: string };
    return {
      status: 200,
      body: { token: await this.idToken(nonce, person) },
      headers: {
        'access-control-allow-origin': new URL(this.#redirectUri).origin,
        'access-control-allow-credentials': 'true',
      },
    };
  }

  async #exchange(body: Json): Promise<FakeAnswer> {
    if (body['client_id'] !== this.clientId || body['client_secret'] !== this.clientSecret)
      return refuse('invalid_client', 401);
    const code = String(body['code']);
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const isGood =
      grant &&
      body['grant_type'] === 'authorization_code' &&
      body['redirect_uri'] === this.#redirectUri &&
      S256(String(body['code_verifier'])) === grant.query.get('code_challenge');
    if (!isGood) return refuse('invalid_grant');
    const { person, query, tampering } = grant;
    return {
      status: 200,
      body: {
        access_token: randomUUID(),
        token_type: 'Bearer',
        expires_in: 3599,
        scope: 'openid email',
        id_token: await this.idToken(query.get('nonce'), person, tampering),
      },
    };
  }
}
