import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { Press } from './button.tsx';
import { cx } from '../cx.ts';
import css from './menu.module.css';
import { moveIndex } from './move-index.ts';

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly href?: string;
  readonly onSelect?: () => void;
}

export interface MenuProps {
  readonly children: ReactNode;
  /** The name of a button without text. */
  readonly label?: string;
  readonly items: readonly MenuItem[];
  readonly placement?: 'start' | 'end' | 'above';
  readonly className?: string | undefined;
  /** Whether the menu contains the link to the current page. */
  readonly current?: boolean;
}

function usePressOutside(
  anchor: RefObject<HTMLElement | null>,
  open: boolean,
  close: () => void,
): void {
  useEffect(() => {
    if (!open) return undefined;
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && !anchor.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  });
}

interface ItemProps {
  readonly item: MenuItem;
  readonly close: () => void;
}

function Item({ item: { label, icon, href, onSelect }, close }: ItemProps): ReactElement {
  const choose = (): void => {
    close();
    onSelect?.();
  };
  return (
    <Press
      href={href}
      role="menuitem"
      tabIndex={-1}
      className={cx('line', css['item'])}
      onClick={choose}
    >
      {icon}
      {label}
    </Press>
  );
}

/** A menu button: arrow keys, Home and End move; Esc, Tab and a press outside close. */
export function Menu({
  children,
  label,
  items,
  placement = 'start',
  className,
  current,
}: MenuProps): ReactElement {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const menuId = useId();
  const close = (): void => {
    setOpen(false);
    // The item is removed on close, so the focus returns to the button first.
    button.current?.focus();
  };
  usePressOutside(anchor, open, close);

  const itemElements = (): HTMLElement[] => [
    ...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
  ];
  useEffect(() => {
    if (open) menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [open]);

  const onMenuKey = (event: KeyboardEvent): void => {
    if (event.key === 'Tab' || event.key === 'Escape') close();
    const elements = itemElements();
    const current = elements.findIndex((element) => element === document.activeElement);
    const next = moveIndex(event.key, current, elements.length, 'vertical');
    if (next === undefined) return;
    event.preventDefault();
    elements[next]?.focus();
  };
  return (
    <span className={css['anchor']} ref={anchor}>
      <button
        type="button"
        ref={button}
        id={`${menuId}button`}
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-current={current ? 'page' : undefined}
        aria-expanded={open}
        aria-controls={open ? menuId : undefined}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && (
        <div
          ref={menu}
          id={menuId}
          role="menu"
          tabIndex={-1}
          aria-labelledby={`${menuId}button`}
          className={cx('edged', css['menu'], css[placement])}
          onKeyDown={onMenuKey}
        >
          {items.map((item) => (
            <Item key={item.label} item={item} close={close} />
          ))}
        </div>
      )}
    </span>
  );
}
