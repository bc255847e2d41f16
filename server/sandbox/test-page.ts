import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

import { htmlPage } from '../lib/html-page.ts';

const STYLE = `
:root{color-scheme:light dark;--ground:#f3f1ea;--surface:#fff;--text:#121843;--text-2:#4b5075;--line:#7d7f98;--primary:#2a3ea8;--on-primary:#fff;--band:#1a2158;--note:#ffecc2;--on-note:#7a4b00;--focus:#2a3ea8}
@media (prefers-color-scheme:dark){:root{--ground:#0b0f2a;--surface:#151b45;--text:#f5f2e8;--text-2:#b4bada;--line:#7f88bd;--primary:#ffbf2b;--on-primary:#121843;--band:#171e50;--note:#40330f;--on-note:#ffcf66;--focus:#ffd063}}
*{box-sizing:border-box;margin:0}
body{display:grid;justify-items:center;padding:clamp(16px,10vh,96px) 16px 16px;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:400px;overflow:hidden;border-radius:28px;background:var(--surface)}
header{display:flex;align-items:center;gap:12px;padding:16px 20px;background:var(--band);color:#fff;font-weight:700}
header svg{flex:none;width:40px;height:40px}
.seam{height:20px;background:radial-gradient(circle,var(--ground) 4px,transparent 4.5px) 0 50%/20px 20px repeat-x}
.body{display:grid;gap:16px;padding:8px 20px 24px}
h1{font-size:18px;line-height:1.25}
.amount{font-size:clamp(32px,11vw,44px);line-height:1.04;font-weight:800;font-variant-numeric:tabular-nums;white-space:nowrap}
.long{font-size:clamp(22px,7vw,32px)}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;font-size:14px}
dt{color:var(--text-2)}
dd{text-align:end}
.note{padding:12px;border-radius:10px;background:var(--note);color:var(--on-note);font-size:14px}
form{display:grid;gap:12px}
label{display:grid;gap:4px;font-size:14px;font-weight:650}
.check{grid-template-columns:auto 1fr;align-items:center;gap:12px;min-height:44px}
input,select{min-width:0;min-height:48px;padding:8px 12px;border:1.5px solid var(--line);border-radius:10px;background:none;color:inherit;font:inherit;font-weight:400}
.check input{width:22px;min-height:22px;accent-color:var(--primary)}
button,.go{display:block;width:100%;min-height:52px;padding:12px;border-radius:14px;border:1.5px solid var(--line);background:none;color:inherit;font:inherit;font-weight:650;text-align:center;text-decoration:none;cursor:pointer}
.main{border-color:var(--primary);background:var(--primary);color:var(--on-primary)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`;

const LOGO =
  '<svg viewBox="0 0 512 512" aria-hidden="true"><g transform="translate(256 256) scale(1.5) rotate(-12)"><path d="M-106-110H106a44 44 0 0 1 44 44v36a30 30 0 0 0 0 60v36a44 44 0 0 1-44 44h-212a44 44 0 0 1-44-44V30a30 30 0 0 0 0-60v-36a44 44 0 0 1 44-44Z" fill="#ffbf2b"/><path d="M34-57V57M83.4-28.5l-98.8 57M83.4 28.5l-98.8-57" stroke="#c9184f" stroke-width="34" stroke-linecap="round"/></g></svg>';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const testPagePolicy = (returnOrigin: string): string =>
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self' ${returnOrigin}; base-uri 'none'; frame-ancestors 'none'`;

export const renderTestPage = (kind: string, title: string, body: string): string =>
  htmlPage(
    `${title} · Goodies ${kind}`,
    STYLE,
    `<header>${LOGO}<span>Goodies ${kind}</span></header>
<div class="seam"></div>
<div class="body">
${body}
</div>`,
  );

export const sendTestPage = (
  reply: FastifyReply,
  { publicOrigin }: { readonly publicOrigin: string },
  html: string,
): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', testPagePolicy(new URL(publicOrigin).origin))
    .send(html);
