import { useState, type ReactElement } from 'react';
import mailIcon from 'lucide/dist/esm/icons/mail.mjs';

import { loginPathFor } from '../../../../platform/routing/next-path.ts';
import { navigate } from '../../../../platform/routing/router.tsx';
import { useSession } from '../../../../platform/session/session.ts';
import { signOut } from '../../../../platform/session/sign-out.ts';
import { Button, ButtonLink } from '../../../../ui/action/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Sign } from '../auth-frame.tsx';
import { TokenLine } from './token-line.tsx';

function ChangeAccount({ target }: { readonly target: string }): ReactElement {
  const [isLeaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    await signOut();
    navigate(target, { replace: true });
  };
  return (
    <Button
      size="lg"
      block
      loading={isLeaving}
      loadingLabel="Logging out"
      onClick={() => void leave()}
    >
      Log in with another account
    </Button>
  );
}

interface VerifyNeedsLoginProps {
  readonly token: string;
  readonly message: string;
}

export function VerifyNeedsLogin({ token, message }: VerifyNeedsLoginProps): ReactElement {
  const isSignedIn = useSession() === 'signed-in';
  const target = loginPathFor(`/verify-email?token=${encodeURIComponent(token)}`);
  return (
    <>
      <Sign>
        <Icon of={mailIcon} size="lg" />
      </Sign>
      <div role="status" className="stack g2">
        <h1>Log in to finish</h1>
        <p className="muted">{message}</p>
      </div>
      <TokenLine token={token} />
      {isSignedIn ? (
        <ChangeAccount target={target} />
      ) : (
        <ButtonLink href={target} size="lg" block>
          Log In
        </ButtonLink>
      )}
      <p className="muted sm">
        You did not sign up? Then close this page: your address stays yours.
      </p>
    </>
  );
}
