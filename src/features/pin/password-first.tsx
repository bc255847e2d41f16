import type { ReactElement } from 'react';

import { errorMessage } from '../../../contract/errors.ts';
import { closePin } from '../../domain/accounts/pin/with-pin.ts';
import { ButtonLink } from '../../ui/action/button-link.tsx';

/** For a user who has only ever logged in with Google: a PIN takes a password, and theirs at Google is none here. */
export const PasswordFirst = (): ReactElement => (
  <div className="stack g4">
    <p>{errorMessage('password_unset')}</p>
    <ButtonLink href="/profile/personal-info" variant="primary" size="lg" block onClick={closePin}>
      Personal info
    </ButtonLink>
  </div>
);
