import { Suspense, type ReactElement } from 'react';

import { readServerFacts } from '../../../../local/queries/user-and-region.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';

/** Who answers, from this device, asked anew when the page opens; unknown where neither it nor the server could tell. */
function useContact() {
  const { data: facts } = useLive(readServerFacts, []);
  const [refresh] = useRefresh((worker) => worker.refreshRegions(), []);
  const email = facts?.support_email;
  const isUnknown = refresh.phase === 'failed' && email === undefined;
  return { email, operator: facts?.operator, isUnknown };
}

function Mail(): ReactElement {
  const { email, isUnknown } = useContact();
  if (email !== undefined) {
    return (
      <a className="link" href={`mailto:${email}`}>
        {email}
      </a>
    );
  }
  return (
    <span className="muted">
      {isUnknown
        ? 'The address is not saved on this phone yet. Open this page once with a network.'
        : 'Looking for the address…'}
    </span>
  );
}

const UNKNOWN = 'Who runs this Goodies is not on this phone yet.';
const UNNAMED = 'Whoever runs this Goodies has not entered a name and an address here. Ask them:';

function Named(): ReactElement {
  const { operator } = useContact();
  if (operator === undefined) return <p>{UNKNOWN}</p>;
  const { name, address } = operator;
  if (name === null) return <p>{UNNAMED}</p>;
  return (
    <p>
      This Goodies is run by <strong>{name}</strong>
      {address === null ? '.' : `, ${address}.`}
    </p>
  );
}

export function OperatorLine(): ReactElement {
  return (
    <>
      <Suspense fallback={<p>{UNKNOWN}</p>}>
        <Named />
      </Suspense>
      <p>
        Write to{' '}
        <Suspense fallback={<span className="muted">Looking for the address…</span>}>
          <Mail />
        </Suspense>
      </p>
    </>
  );
}
