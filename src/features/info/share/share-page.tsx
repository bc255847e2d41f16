import { useEffect, useState, type ReactElement } from 'react';

import { errorMessage } from '../../../../contract/errors.ts';
import { fillCode, openRedeem } from '../../../shared/payment-vouchers/open-redeem.ts';
import { readShared, type Shared } from './read-shared.ts';
import { loginPathFor } from '../../../platform/routing/next-path.ts';
import { navigate, useQuery } from '../../../platform/routing/router.tsx';
import { readSession } from '../../../platform/session/session.ts';
import { toast } from '../../../platform/toast-store.ts';
import { ButtonLink, Button } from '../../../ui/action/button.tsx';
import { Narrow, Page, PageHead } from '../../../ui/layout/layout.tsx';

const replaceWith = (path: string): void => navigate(path, { replace: true });

/** Goes where what was shared belongs. @returns whether there is such a place */
async function open(shared: Shared): Promise<boolean> {
  const found = readShared(shared, location.origin);
  if (found === undefined) return false;
  if (found.kind === 'page') {
    replaceWith(found.path);
  } else if ((await readSession()) === 'signed-in') {
    fillCode(found.code);
    replaceWith('/');
  } else {
    toast(errorMessage('redeem_login_required'), { kind: 'error' });
    replaceWith(loginPathFor(`/share?text=${found.code}`));
  }
  return true;
}

/** Where the system brings what is shared with the installed app: to its voucher, or into the redeem sheet. */
export default function SharePage(): ReactElement {
  const query = useQuery();
  const [isRubbish, setIsRubbish] = useState(false);
  useEffect(() => {
    const [title, text, url] = ['title', 'text', 'url'].map((name) => query.get(name));
    void open({ title: title ?? null, text: text ?? null, url: url ?? null }).then((isOpened) =>
      setIsRubbish(!isOpened),
    );
  }, [query]);
  return (
    <Page>
      <Narrow className="stack g4">
        <PageHead>
          <h1>{isRubbish ? 'No voucher in this' : 'Opening what was shared'}</h1>
        </PageHead>
        {isRubbish && (
          <>
            <p className="muted">
              Share the link of a voucher with Goodies, or the 13 digits of its code.
            </p>
            <Button variant="primary" block onClick={openRedeem}>
              Enter a code
            </Button>
            <ButtonLink href="/" block>
              Go to home
            </ButtonLink>
          </>
        )}
      </Narrow>
    </Page>
  );
}
