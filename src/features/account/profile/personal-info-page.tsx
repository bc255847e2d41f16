import { Suspense, type ReactElement } from 'react';

import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Narrow, SubPage } from '../../../ui/layout/layout.tsx';
import { AvatarPicker } from './avatar-picker.tsx';
import { FirstPassword, PasswordForm } from './password-form.tsx';
import { Passkeys } from './passkeys.tsx';
import { PersonalForm } from './personal-form.tsx';
import { useProfile } from './use-profile.ts';

export default function PersonalInfoPage(): ReactElement {
  return (
    <SubPage title="Personal info" back="/profile">
      <Suspense fallback={<Skeleton shape="block" height="20rem" />}>
        <Personal />
      </Suspense>
    </SubPage>
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
