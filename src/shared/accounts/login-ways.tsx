import type { ReactElement } from 'react';

import { loginPathFor, signupPathFor } from '../../platform/routing/next-path.ts';
import { useAppLocation } from '../../platform/routing/router.tsx';
import { ButtonLink } from '../../ui/action/button.tsx';

/** Whether a message asks its reader to log in (spec section 3, the voucher view's error state). */
export const asksToLogIn = (message: string): boolean => /log in/i.test(message);

/** Both ways to an account, each of which leads back to this page. */
export function LoginWays({
  className,
}: {
  readonly className?: string | undefined;
}): ReactElement {
  const { path, search } = useAppLocation();
  return (
    <div className={className ?? 'cluster'}>
      <ButtonLink href={loginPathFor(path + search)} variant="primary">
        Log In
      </ButtonLink>
      <ButtonLink href={signupPathFor(path + search)}>Sign Up</ButtonLink>
    </div>
  );
}
