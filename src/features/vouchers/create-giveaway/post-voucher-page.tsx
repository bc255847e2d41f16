import { useEffect, useState, type ReactElement } from 'react';

import type { Currency } from '../../../../contract/money.ts';
import type { GiveawayDraft } from '../../../../local/giveaway-draft.ts';
import { CreatePage, FormSkeleton } from '../create/create-page.tsx';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { PostForm } from './post-form.tsx';
import { readDraft } from './draft.ts';

type Read =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly draft?: GiveawayDraft };

function DraftedForm({ currency }: { readonly currency: Currency }): ReactElement {
  const [read, setRead] = useState<Read>({ phase: 'loading' });
  useEffect(() => {
    let isGone = false;
    void readDraft().then((draft) => {
      if (!isGone) setRead({ phase: 'ready', ...(draft && { draft }) });
    });
    return () => {
      isGone = true;
    };
  }, []);
  if (read.phase === 'loading') return <FormSkeleton />;
  return <PostForm currency={currency} draft={read.draft} />;
}

export default function PostVoucherPage(): ReactElement {
  useRefresh((worker) => worker.refreshUser(), []);
  return (
    <CreatePage title="Post a giveaway">
      {(currency) => <DraftedForm currency={currency} />}
    </CreatePage>
  );
}
