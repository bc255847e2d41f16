import type { ReactElement } from 'react';
import moonIcon from 'lucide/dist/esm/icons/moon.mjs';

import { AppLink, IconButton } from '../../ui/action/button.tsx';
import { LogoGlyph, Wordmark } from '../../ui/display/logo.tsx';
import { chooseTheme, currentTheme } from '../../platform/theme.ts';
import type { AppRoute } from '../routes.ts';
import { cx } from '../../ui/cx.ts';
import css from './header.module.css';
import { HeaderSession } from './header-session.tsx';
import { RegionBadge } from './region-badge.tsx';
import { TopNav } from './top-nav.tsx';
import { useHidingHeader } from './use-hiding-header.ts';
import { Icon } from '../../ui/icon.tsx';

const switchTheme = (): void => chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark');

export function Header({ route }: { readonly route: AppRoute }): ReactElement {
  return (
    <header className={css['bar']} ref={useHidingHeader()}>
      <div className={cx(css['inside'], 'deferred')}>
        <AppLink className={css['brand']} href="/" aria-label="Goodies home">
          <LogoGlyph className={css['glyph']} width={38} height={32} />
          <Wordmark className={css['wordmark']} />
        </AppLink>
        <TopNav />
        <RegionBadge />
        <IconButton label="Switch theme" onClick={switchTheme}>
          <Icon of={moonIcon} size="md" />
        </IconButton>
        <HeaderSession route={route} />
      </div>
    </header>
  );
}
