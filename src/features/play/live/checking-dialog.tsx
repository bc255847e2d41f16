import { useId, type ReactElement } from 'react';

import { Dots } from '../../../ui/feedback/dots.tsx';
import { useModal } from '../../../ui/overlay/use-modal.ts';
import css from './checking-dialog.module.css';

/** Lies over the page while a guess is on its way; only its answer ends it. */
export function CheckingDialog({ open }: { readonly open: boolean }): ReactElement {
  const dialog = useModal(open);
  const titleId = useId();
  return (
    <dialog
      ref={dialog}
      className={css['dialog']}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
    >
      {open && (
        <div className={css['inside']} role="status">
          <span className={css['dots']}>
            <Dots />
          </span>
          <h2 id={titleId}>Checking your guess</h2>
        </div>
      )}
    </dialog>
  );
}
