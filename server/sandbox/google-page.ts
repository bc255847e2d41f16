import { escapeHtml } from '../../contract/document/escape-html.ts';
import { renderTestPage } from './test-page.ts';

const hidden = ([name, value]: readonly [string, string]): string =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;

/**
 * A page on which a person plays Google: says who they are, or goes back without.
 * @param asked what the form sends along
 */
export const renderGooglePage = (asked: Readonly<Record<string, string>>): string =>
  renderTestPage(
    'test sign-in',
    'Sign in with Google',
    `<h1>Sign in with Google</h1>
<p class="note">This stands in for Google. Be whoever you like.</p>
<form method="post">
${Object.entries(asked).map(hidden).join('\n')}
<label>E-mail<input name="email" type="email" autocomplete="email" maxlength="254" required></label>
<label class="check"><input type="checkbox" name="verified" value="1" checked><span>Google has verified this address</span></label>
<button class="main" name="outcome" value="continue">Continue</button>
<button name="outcome" value="cancel" formnovalidate>Cancel</button>
</form>`,
  );
