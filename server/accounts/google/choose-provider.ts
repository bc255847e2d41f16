import type { Clock } from '../../clock.ts';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../deps.ts';
import { createSandboxGoogle } from '../../sandbox/google-provider.ts';
import type { Secrets } from '../../config/secrets.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { createOpenIdProvider } from './openid-provider.ts';

interface Parts {
  readonly config: Config;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
}

/** Google where there are keys for it, else the sandbox's; undefined where neither is. */
export function chooseIdentityProvider(parts: Parts): IdentityProvider | undefined {
  const { google, sandbox, publicOrigin } = parts.config;
  if (google) return createOpenIdProvider(google, { ...parts, publicOrigin });
  return sandbox ? createSandboxGoogle({ ...parts, publicOrigin }) : undefined;
}
