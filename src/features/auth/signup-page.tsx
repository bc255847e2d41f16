import type { ReactElement } from 'react';

import { Page } from '../../ui/layout.tsx';

export default function SignupPage(): ReactElement {
  return (
    <Page>
      <h1>Create your account</h1>
    </Page>
  );
}
