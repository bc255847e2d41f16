import { SandboxMailQuery, type SandboxMail } from '../../contract/sandbox.ts';
import { comparableEmail } from '../accounts/normalise-email.ts';
import { routesOf, taggedRoutes } from '../http/route-options.ts';
import { listMails } from '../notifications/mail/mail-queue.ts';
import { htmlPage } from '../lib/html-page.ts';
import { escapeHtml } from '../../contract/document/escape-html.ts';

/** Inline styles only. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const route = taggedRoutes('Sandbox');

export const sandboxMailRoutes = routesOf(async (app, deps) => {
  app.get(
    '/mail',
    route('public', { summary: 'Mail of the sandbox', querystring: SandboxMailQuery }),
    async (request, reply) => {
      const to = comparableEmail(request.query.to ?? '') || undefined;
      const list = await listMails(deps, to);
      reply.header('cache-control', 'no-store').header('vary', 'accept');
      if (!wantsPage(request.headers.accept)) return list;
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', PAGE_POLICY)
        .send(renderMailPage(list, to));
    },
  );
});

const wantsPage = (accept: string | undefined): boolean =>
  (accept ?? '').split(',')[0]?.trim().startsWith('text/html') ?? false;

const STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#f3f1ea,#0b0f2a);--surface:light-dark(#fff,#151b45);--text:light-dark(#121843,#f5f2e8);--soft:light-dark(#4b5075,#b4bada);--link:light-dark(#2a3ea8,#b5c1f7);--line:light-dark(#7d7f98,#7f88bd)}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:680px;margin:0 auto;padding:16px}
h1{font-size:24px;margin:8px 0}
p{margin:0 0 16px;color:var(--soft)}
form{display:flex;gap:8px;flex-wrap:wrap;align-items:end;margin:0 0 16px}
label{flex:1 1 200px;font-size:14px}
input,button{font:inherit;min-height:48px;box-sizing:border-box;border:1px solid var(--line);border-radius:12px;padding:8px 12px;background:var(--surface);color:inherit}
input{display:block;width:100%}
article{background:var(--surface);border-radius:16px;padding:16px;margin:0 0 12px}
h2{font-size:18px;margin:0}
small{color:var(--soft);overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:12px 0 0}
a{color:var(--link)}`;

function renderMailPage(list: readonly SandboxMail[], to: string | undefined): string {
  const letters = list.map(renderMail).join('\n');
  const main = `<h1>Sandbox mail</h1>
<p>What this server wrote to people, newest first.</p>
<form method="get" action="/sandbox/mail">
<label>Address <input name="to" type="email" value="${escapeHtml(to ?? '')}" autocomplete="off"></label>
<button type="submit">Show</button>
</form>
${letters || '<p>No mail yet.</p>'}`;
  return htmlPage('Sandbox mail · Goodies', STYLE, main);
}

function renderMail({ to, subject, text, sent_at }: SandboxMail): string {
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<small>to ${escapeHtml(to)} · <time datetime="${sent_at}">${sent_at}</time></small>
<pre>${linkUrls(text)}</pre>
</article>`;
}

const linkUrls = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');
