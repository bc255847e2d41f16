import type { ReactElement } from 'react';

import { loginPathFor, signupPathFor } from '../../platform/routing/next-path.ts';
import { useAppLocation } from '../../platform/routing/router.tsx';
import { ButtonLink } from '../../ui/action/button.tsx';

export const asksToLogIn = (message: string): boolean => /log in/i.test(message);

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
