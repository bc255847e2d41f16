import { Suspense, type ReactElement } from 'react';
import arrowLeftIcon from 'lucide/dist/esm/icons/arrow-left.mjs';

import { IconLink } from '../../ui/action/icon-link.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Narrow, Page, PageHead } from '../../ui/layout/layout.tsx';
import { AvatarPicker } from './avatar-picker.tsx';
import { FirstPassword } from './password/first-password.tsx';
import { PasswordForm } from './password/password-form.tsx';
import { Passkeys } from './passkeys.tsx';
import { PersonalForm } from './personal-form.tsx';
import { useProfile } from './use-profile.ts';

/** /profile/personal-info: who the user is, as they want to be seen. */
export default function PersonalInfoPage(): ReactElement {
  return (
    <Page>
      <PageHead>
        <IconLink href="/profile" label="Back">
          <Icon of={arrowLeftIcon} />
        </IconLink>
        <h1>Personal info</h1>
      </PageHead>
      <Suspense fallback={<Skeleton shape="block" height="20rem" />}>
        <Personal />
      </Suspense>
    </Page>
  );
}

function Personal(): ReactElement {
  const { row, account } = useProfile();
  const user = row?.user;
  if (!user) return <Skeleton shape="block" height="20rem" />;
  return (
    <Narrow className="stack g5">
      <AvatarPicker user={user} />
      <PersonalForm key={`${user.username} ${user.email}`} user={user} />
      {user.has_password !== false && <Passkeys passkeys={account?.passkeys} />}
      {user.has_password === false ? <FirstPassword email={user.email} /> : <PasswordForm />}
    </Narrow>
  );
}
