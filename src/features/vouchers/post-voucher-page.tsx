import { useRef, useState, type FormEvent, type ReactElement } from 'react';

import { errorMessage } from '../../../contract/errors.ts';
import { DEFAULT_REGION, REGIONS } from '../../../contract/region-table.ts';
import { readUser } from '../../../local/queries/read-user.ts';
import { useConnectivity } from '../../lib/connectivity.ts';
import { useLive } from '../../lib/use-live.ts';
import { useRefresh } from '../../lib/use-refresh.ts';
import { Alert } from '../../ui/alert.tsx';
import { AppLink } from '../../ui/app-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Columns, Page, PageHead } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GiveawayCover } from './giveaway-cover.tsx';
import {
  checkGiveaway,
  costOf,
  emptyGiveaway,
  GIVEAWAY_FIELDS,
  serverErrors,
  type GiveawayErrors,
  type GiveawayForm,
} from './giveaway-form.ts';
import { GiveawayPrize } from './giveaway-prize.tsx';
import { GiveawayReveal } from './giveaway-reveal.tsx';
import { GiveawayTotal } from './giveaway-total.tsx';
import { GiveawayWords } from './giveaway-words.tsx';
import { usePostGiveaway, type PostState } from './use-post-giveaway.ts';

/** /post-voucher and /add-voucher: a creator posts a giveaway and pays for it from the wallet. */
export default function PostVoucherPage(): ReactElement {
  const read = useLive(readUser, []);
  useRefresh(async (worker) => {
    const [user] = await Promise.all([worker.refreshUser(), worker.refreshWallets()]);
    return user;
  }, []);
  const user = read.phase === 'ready' ? read.data?.user : undefined;
  return (
    <Page>
      <PageHead>
        <h1>Post a giveaway</h1>
      </PageHead>
      {user?.email_verified === false && (
        <Alert tone="warn">
          {errorMessage('email_unverified')}.{' '}
          <AppLink className="link" href="/verify-email">
            Verify
          </AppLink>
        </Alert>
      )}
      {read.phase === 'loading' ? (
        <Skeleton shape="block" height="30rem" />
      ) : (
        <PostForm initial={emptyGiveaway(REGIONS[user?.region ?? DEFAULT_REGION].currency)} />
      )}
    </Page>
  );
}

/** The button's label tells how far it is. */
function buttonLabel(state: PostState): string {
  if (state.phase === 'creating' && state.share > 0 && state.share < 1) {
    return `Uploading, ${Math.round(state.share * 100)}%`;
  }
  return state.phase === 'paying' ? 'Paying' : 'Posting';
}

function PostForm({ initial }: { readonly initial: GiveawayForm }): ReactElement {
  const [form, setForm] = useState(initial);
  const [cover, setCover] = useState<File>();
  const [errors, setErrors] = useState<GiveawayErrors>({});
  const element = useRef<HTMLFormElement>(null);
  const { state, post } = usePostGiveaway();
  const isOffline = useConnectivity() === 'offline';
  const failure = state.phase === 'editing' ? state.failure : undefined;
  const shown: GiveawayErrors = { ...serverErrors(failure?.fields), ...errors };

  const change = (next: Partial<GiveawayForm>): void => setForm({ ...form, ...next });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const check = checkGiveaway(form, cover, Date.now());
    setErrors(check.ok ? {} : check.errors);
    if (check.ok) return void post(check.fields, cover);
    const first = GIVEAWAY_FIELDS.find((field) => field in check.errors);
    element.current?.querySelector<HTMLElement>(`[data-field="${first}"]`)?.focus();
  };
  const part = { form, errors: shown, onChange: change };
  return (
    <form ref={element} noValidate onSubmit={submit}>
      <Columns kind="main-side">
        <div className="stack g5">
          <GiveawayPrize {...part} />
          <GiveawayReveal {...part} />
          <GiveawayCover cover={cover} error={shown.cover} onChange={setCover} />
          <GiveawayWords {...part} />
        </div>
        <aside className="stack g4">
          <GiveawayTotal cost={costOf(form)} currency={form.currency} />
          {failure && <Alert tone="bad">{failure.message}</Alert>}
          {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            block
            loading={state.phase !== 'editing'}
            loadingLabel={buttonLabel(state)}
            disabled={isOffline}
          >
            Post and pay from wallet
          </Button>
          {state.phase === 'creating' && cover && (
            <p className="sm muted center" role="status">
              {buttonLabel(state)}
            </p>
          )}
        </aside>
      </Columns>
    </form>
  );
}
