import type { ReactElement } from 'react';

import { errorMessage } from '../../../contract/errors.ts';
import { ButtonLink } from '../../ui/action/button.tsx';

/** In place of a form that takes the password, for a user who has only ever logged in with Google: theirs there is none here. */
export const PasswordFirst = ({ onLeave }: { readonly onLeave?: () => void }): ReactElement => (
  <div className="stack g4">
    <p>{errorMessage('password_unset')}</p>
    <ButtonLink href="/profile/personal-info" variant="primary" size="lg" block onClick={onLeave}>
      Personal info
    </ButtonLink>
  </div>
);
