import { useState, type ReactElement } from 'react';

import { navigate, useQuery } from '../../../platform/routing/router.tsx';
import { Narrow, SubPage } from '../../../ui/layout/layout.tsx';
import { ChoosePin } from './choose-pin.tsx';
import { ForgottenPin } from './forgotten-pin.tsx';

/** Where the mailed link of a forgotten PIN leads. */
export default function PinPage(): ReactElement {
  const token = useQuery().get('token') ?? '';
  const [isAsking, setIsAsking] = useState(false);
  return (
    <SubPage title="Choose another PIN" back="/profile">
      <Narrow>
        {token === '' || isAsking ? (
          <ForgottenPin />
        ) : (
          <ChoosePin
            proof="link"
            token={token}
            isUsed={false}
            onChosen={() => navigate('/profile', { replace: true })}
            onForgotten={() => setIsAsking(true)}
          />
        )}
      </Narrow>
    </SubPage>
  );
}
