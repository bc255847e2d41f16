import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider, { interactionPolicy } from 'oidc-provider';

/** Who somebody is at the peer; a claim that is not there is not told. */
export interface Person {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** Seconds. */
const TTLS = { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600 };

/** The certified OpenID provider of others, on a port of this machine. */
export class OpenIdPeer {
  readonly issuer: string;
  /** Who signs in next; undefined for somebody who says no. */
  person: Person | undefined;
  readonly #client: Client;
  readonly #server: ReturnType<typeof createServer>;
  #key: JWK = {};
  #provider: Provider | undefined;

  private constructor(client: Client, server: ReturnType<typeof createServer>) {
    this.#client = client;
    this.#server = server;
    this.issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => void this.#serve(request, response));
  }

  static async start(client: Client): Promise<OpenIdPeer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const peer = new OpenIdPeer(client, server);
    await peer.changeKeys();
    return peer;
  }

  /** From now on it has other keys only, as after they were lost. */
  async changeKeys(): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    this.#key = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' };
    this.begin();
  }

  /** @param tokenSeconds how long a token is good; below zero as if the peer's clock were slow by so much */
  begin(tokenSeconds = 3600): void {
    const { clientId, clientSecret, redirectUri } = this.#client;
    const policy = interactionPolicy.base();
    policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
    this.#provider = new Provider(this.issuer, {
      jwks: { keys: [this.#key] },
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          // On the web an implicit flow may not lead to this machine.
          application_type: 'native',
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code', 'implicit'],
          response_types: ['code', 'id_token'],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...this.person, sub }) }),
      claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'] },
      // Google tells them in the token, too.
      conformIdTokenClaims: false,
      cookies: { keys: ['a key of a test'] },
      features: { devInteractions: { enabled: false } },
      interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
      pkce: { required: (_, { responseTypes }) => responseTypes?.includes('code') ?? true },
      ttl: { ...TTLS, IdToken: () => tokenSeconds },
    });
  }

  /**
   * Goes through the provider's pages as a browser does.
   * @returns where it sends the browser back to
   */
  async goThrough(url: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let next = new URL(url);
    while (next.origin === this.issuer) {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
      const reply = await fetch(next, { redirect: 'manual', headers: { cookie } });
      for (const line of reply.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const location = reply.headers.get('location');
      if (location === null)
        throw new Error(`${next.pathname}: ${reply.status} ${await reply.text()}`);
      next = new URL(location, next);
    }
    return next;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = this.#provider;
    if (!provider) return;
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    await provider.interactionFinished(request, response, await this.#answer(provider));
  }

  /** What the person says on the provider's own page. */
  async #answer(provider: Provider): Promise<Record<string, unknown>> {
    if (!this.person) return { error: 'access_denied' };
    const { sub: accountId } = this.person;
    const grant = new provider.Grant({ accountId, clientId: this.#client.clientId });
    grant.addOIDCScope('openid email');
    const grantId = await grant.save();
    return { select_account: {}, login: { accountId }, consent: { grantId } };
  }
}
