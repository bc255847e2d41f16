import type { ReactElement } from 'react';

import { errorMessage } from '../../../contract/errors.ts';
import { ButtonLink } from '../../ui/action/button.tsx';

export const PasswordFirst = ({ onLeave }: { readonly onLeave?: () => void }): ReactElement => (
  <div className="stack g4">
    <p>{errorMessage('password_unset')}</p>
    <ButtonLink href="/profile/security" variant="primary" size="lg" block onClick={onLeave}>
      Security
    </ButtonLink>
  </div>
);
