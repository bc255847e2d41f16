import type { ReactElement } from 'react';

import { Page } from '../../ui/layout.tsx';

export default function ForgotPasswordPage(): ReactElement {
  return (
    <Page>
      <h1>Forgot password</h1>
    </Page>
  );
}
