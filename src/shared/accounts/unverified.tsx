import type { ReactElement } from 'react';

import { errorMessage } from '../../../contract/errors.ts';
import { AwaitProof } from './user.ts';
import { ButtonLink } from '../../ui/action/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';

export const Unverified = (): ReactElement => (
  <div className="stack g3">
    <AwaitProof />
    <Alert tone="warn">{errorMessage('email_unverified')}</Alert>
    <ButtonLink variant="primary" href="/verify-email" block>
      Verify e-mail
    </ButtonLink>
  </div>
);
