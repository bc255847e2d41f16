import {
  useEffect,
  useId,
  useState,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import xIcon from 'lucide/dist/esm/icons/x.mjs';
import { IconButton } from '../action/button.tsx';
import { hasTouch } from '../form/focus-on-arrival.ts';
import { KeepOpen, useModal } from './use-modal.ts';
import { cx } from '../cx.ts';
import css from './sheet.module.css';
import { Icon } from '../icon.tsx';

export interface SheetProps {
  readonly open: boolean;
  /** Called for Esc, a backdrop tap or the close button; the owner must set `open` to false. */
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Mounted only while open. */
  readonly children: ReactNode;
}

/** Radio buttons and checkboxes are excluded, so that the title gets the focus there. */
const FIELD =
  ':is(input:not([type=hidden], [type=radio], [type=checkbox], [type=file], [type=range]), textarea, select):not(:disabled)';

/** Has keys of its own, so that no keyboard comes up for it. */
const FIELD_ON_TOUCH = 'input[inputmode=none]';

/**
 * The browser would focus the close button, which is first; on a touch screen the title gets the
 * focus, so that no keyboard covers the sheet. @returns whether the focus can stay there
 */
function focusFirst(dialog: HTMLElement): boolean {
  const isTouch = hasTouch();
  const field = dialog.querySelector<HTMLElement>(isTouch ? FIELD_ON_TOUCH : FIELD);
  (field ?? dialog.querySelector('h2'))?.focus();
  return isTouch || field !== null;
}

/** A modal dialog; keep it mounted and switch `open`, or the focus does not return. */
export function Sheet({ open, onClose, title, children }: SheetProps): ReactElement {
  const dialog = useModal(open);
  const titleId = useId();
  const [isKept, keepOpen] = useState(false);
  const close = (): void => {
    if (!isKept) onClose();
  };
  useEffect(() => {
    const element = open ? dialog.current : null;
    if (!element || focusFirst(element)) return undefined;
    // A form may load late; a user who moved the focus meanwhile keeps it.
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
      className={cx('edged', css['sheet'])}
      aria-labelledby={open ? titleId : undefined}
      onClick={closeOnScrim}
      onCancel={(event) => {
        // Only the owner closes it, or `open` would differ from the dialog's state.
        event.preventDefault();
        close();
      }}
      onClose={() => {
        // Browsers close a dialog without a `cancel` event on a second Esc.
        if (open) close();
      }}
    >
      {open && (
        <div className={css['inside']}>
          <div className="line apart">
            <h2 id={titleId} tabIndex={-1} className="xxl">
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
