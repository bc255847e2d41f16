import type { ReactElement } from 'react';

import { TOKEN_PREVIEW_CHARS } from '../../../../../contract/constants.ts';
import css from './token-line.module.css';

export const TokenLine = ({ token }: { readonly token: string }): ReactElement => (
  <p className={css['line']}>
    <span className="xs muted">Token</span>
    <code className={css['token']}>{`${token.slice(0, TOKEN_PREVIEW_CHARS)}…`}</code>
  </p>
);
