import { Suspense, useState, type ReactElement, type SyntheticEvent } from 'react';
import imagePlusIcon from 'lucide/dist/esm/icons/image-plus.mjs';

import { Button, ButtonLink, TextLink } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/input.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Narrow, Page, PageHead } from '../../../ui/layout/layout.tsx';
import { openRedeem } from '../../../shared/payment-vouchers/open-redeem.ts';
import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { readClaims, type Claim } from './read-claims.ts';
import css from './check.module.css';

// Only somebody who asks about one of our vouchers needs it.
const CheckedVoucher = lazyComponent(
  async () => (await import('./checked-voucher.tsx')).CheckedVoucher,
);

/** Until its code is here, and then until the database's is. */
const LOOKING = <Skeleton height="14rem" />;

/** What was asked about: a text, or why a picture gave none. */
type Asked =
  | { readonly kind: 'text'; readonly claims: readonly Claim[] }
  | { readonly kind: 'reading' | 'no-code' | 'unreadable' };

const NOT_A_TEXT = {
  'no-code':
    'There is no QR code in this picture that this phone can read. Type the link on the poster.',
  unreadable: 'This picture could not be read. Check your connection, or choose another one.',
} as const;

function Foreign({ host, isLookalike }: Extract<Claim, { kind: 'foreign' }>): ReactElement {
  return (
    <Alert tone="bad">
      <div className="stack g2">
        <p>
          <strong>This is not a Goodies link.</strong> It leads to{' '}
          <span className="anywhere">{host}</span>
          {isLookalike && ', which is made to look like ours'}. Do not log in or pay there.
        </p>
        <p>
          Our only address is <span className="anywhere">{location.host}</span>.
        </p>
      </div>
    </Alert>
  );
}

function Answer({ claim }: { readonly claim: Claim }): ReactElement {
  switch (claim.kind) {
    case 'foreign':
      return <Foreign {...claim} />;
    case 'code':
      return (
        <Alert tone="warn">
          <div className="stack g2">
            <p>
              <strong>These 13 digits are a secret code.</strong> Whoever has them can claim the
              money, so they are not looked up here. If they are yours, redeem them now.
            </p>
            <Button size="sm" onClick={openRedeem}>
              Redeem
            </Button>
          </div>
        </Alert>
      );
    case 'page':
      return (
        <Alert>
          This is an address of Goodies, but not of a voucher.{' '}
          <TextLink href={claim.path}>Open it</TextLink>
        </Alert>
      );
    case 'voucher':
      return (
        <Suspense fallback={LOOKING}>
          <CheckedVoucher key={claim.name} name={claim.name} before={LOOKING} />
        </Suspense>
      );
    default:
      return claim satisfies never;
  }
}

function Answers({ asked }: { readonly asked: Asked }): ReactElement {
  if (asked.kind === 'reading') return <Skeleton height="6rem" />;
  if (asked.kind !== 'text') return <Alert tone="bad">{NOT_A_TEXT[asked.kind]}</Alert>;
  if (asked.claims.length === 0)
    return (
      <Alert tone="bad">
        There is no giveaway link in this. A real one begins with{' '}
        <span className="anywhere">{`${location.host}/v/`}</span>
      </Alert>
    );
  return (
    <>
      {asked.claims.map((claim) => (
        <Answer key={JSON.stringify(claim)} claim={claim} />
      ))}
    </>
  );
}

async function readPicture(file: File): Promise<Asked> {
  try {
    const text = await (await import('../../../shared/qr/read-qr.ts')).readQr(file);
    return text === undefined
      ? { kind: 'no-code' }
      : { kind: 'text', claims: readClaims(text, location.host) };
  } catch {
    return { kind: 'unreadable' };
  }
}

function PictureField({ onChoose }: { readonly onChoose: (file: File) => void }): ReactElement {
  return (
    <label className={css['picture']}>
      <Icon of={imagePlusIcon} size="sm" /> Choose a picture
      <input
        type="file"
        accept="image/*"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again.
          target.value = '';
          if (file) onChoose(file);
        }}
      />
    </label>
  );
}

/** Answers for people who were sent a link or saw a poster, before they log in or pay anywhere. */
export default function CheckPage(): ReactElement {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<Asked>();
  const check = (event: SyntheticEvent): void => {
    event.preventDefault();
    setAsked({ kind: 'text', claims: readClaims(text, location.host) });
  };
  const choose = async (file: File): Promise<void> => {
    setAsked({ kind: 'reading' });
    setAsked(await readPicture(file));
  };
  return (
    <Page>
      <Narrow className="stack g4">
        <PageHead>
          <h1>Is this giveaway real?</h1>
        </PageHead>
        <p className="muted">
          Paste what you were sent, or choose a picture of the poster. The picture stays on this
          phone.
        </p>
        <form className="stack g3" onSubmit={check}>
          <Field label="Link or message">
            <TextArea
              value={text}
              required
              rows={3}
              maxLength={4_000}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={({ target }) => {
                setText(target.value);
                setAsked(undefined);
              }}
            />
          </Field>
          <Button type="submit" variant="primary" size="lg" block>
            Check
          </Button>
          <PictureField onChoose={(file) => void choose(file)} />
        </form>
        <div className="stack g3" aria-live="polite">
          {asked && <Answers asked={asked} />}
        </div>
        <p className="sm muted">
          Nobody from Goodies asks you to pay before you can win, or for your PIN or a code that we
          sent you.
        </p>
        <ButtonLink href="/help" block>
          Find help
        </ButtonLink>
      </Narrow>
    </Page>
  );
}
