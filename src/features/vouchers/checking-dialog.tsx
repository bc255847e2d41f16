import { useEffect, useId, useRef, type ReactElement } from 'react';

import { Dots } from '../../ui/dots.tsx';
import css from './checking-dialog.module.css';

/** Lies over the page while a guess is on its way; only its answer ends it. */
export function CheckingDialog({ open }: { readonly open: boolean }): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
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
