import {
  useEffect,
  useId,
  useState,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import xIcon from 'lucide/dist/esm/icons/x.mjs';
import { cx } from '../cx.ts';
import { IconButton } from '../action/button.tsx';
import { KeepOpen, useModal } from './use-modal.ts';
import css from './sheet.module.css';
import { Icon } from '../icon.tsx';

export interface SheetProps {
  readonly open: boolean;
  /** Esc, the scrim and the close button ask for this, unless `useKeepOpen`; the owner sets `open` to false. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Mounted only while open. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** Where something is written or chosen from a list; what is tapped leaves the focus to the title. */
const FIELD =
  ':is(input:not([type=hidden], [type=radio], [type=checkbox], [type=file], [type=range]), textarea, select):enabled';

/** The platform would choose what stands first, which is the button that closes it. @returns whether there was a field */
function focusFirst(dialog: HTMLElement): boolean {
  const field = dialog.querySelector<HTMLElement>(FIELD);
  (field ?? dialog.querySelector('h2'))?.focus();
  return field !== null;
}

/**
 * A modal: a sheet at the bottom of a phone, a centred dialog above 768 px. The platform's dialog keeps
 * the focus inside and gives it back. Keep it mounted and switch `open`, or the focus is not given back.
 * The first field has the focus when it opens, else the title.
 */
export function Sheet({ open, onClose, title, children, className }: SheetProps): ReactElement {
  const dialog = useModal(open);
  const titleId = useId();
  const [isKept, keepOpen] = useState(false);
  const close = (): void => {
    if (!isKept) onClose();
  };
  useEffect(() => {
    const element = open ? dialog.current : null;
    if (!element || focusFirst(element)) return undefined;
    // A form may wait for data; who has gone elsewhere meanwhile is left there.
    const late = new MutationObserver(() => {
      const isWaiting = document.activeElement === element.querySelector('h2');
      if (!isWaiting || focusFirst(element)) late.disconnect();
    });
    late.observe(element, { childList: true, subtree: true });
    return () => late.disconnect();
  }, [open, dialog]);

  const closeOnScrim = (event: MouseEvent<HTMLDialogElement>): void => {
    if (event.target === event.currentTarget) close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- by keyboard, Esc does the same
    <dialog
      ref={dialog}
      className={cx(css['sheet'], className)}
      aria-labelledby={titleId}
      onClick={closeOnScrim}
      onCancel={(event) => {
        // The owner decides; closing by itself would leave `open` out of step with the dialog.
        event.preventDefault();
        close();
      }}
      onClose={() => {
        // Browsers close without asking when Esc comes twice.
        if (open) close();
      }}
    >
      {open && (
        <div className={css['inside']}>
          <div className={css['head']}>
            <h2 id={titleId} tabIndex={-1}>
              {title}
            </h2>
            <IconButton label="Close" onClick={close}>
              <Icon of={xIcon} />
            </IconButton>
          </div>
          <KeepOpen value={keepOpen}>{children}</KeepOpen>
        </div>
      )}
    </dialog>
  );
}
