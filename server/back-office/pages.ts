import { createHash } from 'node:crypto';

import { escapeHtml } from '../../contract/document/escape-html.ts';
import { type Command, fieldsOf, type Field } from '../admin/command.ts';
import { COMMANDS } from '../admin/commands.ts';
import type { Member } from '../http/access.ts';
import { htmlPage } from '../lib/html-page.ts';
import type { ListedRequest } from './requests.ts';
import { hasRole } from './staff.ts';

const STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#f3f1ea,#0b0f2a);--surface:light-dark(#fff,#151b45);--text:light-dark(#121843,#f5f2e8);--soft:light-dark(#4b5075,#b4bada);--link:light-dark(#2a3ea8,#b5c1f7);--line:light-dark(#7d7f98,#7f88bd);--bad:light-dark(#a3123f,#ff9db5)}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:880px;margin:0 auto;padding:16px}
header{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:space-between}
h1{font-size:24px;margin:16px 0 8px}
h2{font-size:18px;margin:24px 0 8px}
p{margin:0 0 12px}
nav ul,.rows{list-style:none;margin:0;padding:0;display:grid;gap:8px}
nav ul{grid-template-columns:repeat(auto-fill,minmax(min(100%,200px),1fr))}
nav a,.rows li{display:block;background:var(--surface);border-radius:12px;padding:12px}
form{display:grid;gap:12px;max-width:480px}
.row{display:flex;align-items:center;flex-wrap:wrap;gap:8px;margin-top:8px}
label{font-size:14px}
input,select,button{font:inherit;min-height:48px;border:1px solid var(--line);border-radius:12px;padding:8px 12px;background:var(--surface);color:inherit}
input,select{display:block;width:100%}
button{background:var(--link);color:var(--surface);border-color:transparent;font-weight:650;cursor:pointer}
button.plain{background:none;color:var(--link);border-color:var(--line)}
small,.soft{color:var(--soft);font-size:14px}
[role=alert]{color:var(--bad)}
pre{white-space:pre-wrap;margin:0;font:14px/1.6 ui-monospace,monospace}
a{color:var(--link)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
export const OFFICE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const page = (title: string, main: string): string =>
  htmlPage(`${title} · Goodies back office`, STYLE, main);

const signedIn = (member: Member, title: string, main: string): string =>
  page(
    title,
    `<header><a href="/admin">Back office</a><form class="row" method="post" action="/admin/log-out"><span class="soft">${escapeHtml(member.name)}, ${member.role}</span> <button class="plain">Log out</button></form></header>
<h1>${escapeHtml(title)}</h1>
${main}`,
  );

const passkeyPage = (title: string, text: string, button: string, token?: string): string =>
  page(
    title,
    `<h1>${title}</h1>
<p>${text}</p>
<p><button type="button" data-passkey${token === undefined ? '' : ` data-token="${escapeHtml(token)}"`}>${button}</button></p>
<p role="status"></p>
<script src="/admin/passkeys.js"></script>`,
  );

export const logInPage = (): string =>
  passkeyPage('Log in', 'For staff of Goodies, with their passkey.', 'Log in with a passkey');

export const welcomePage = (member: Member | undefined, token: string): string =>
  member
    ? passkeyPage(
        'Set up your passkey',
        `Welcome, ${escapeHtml(member.name)}. This device signs you in from now on. Earlier passkeys of yours end.`,
        'Set up a passkey',
        token,
      )
    : page('Link over', '<h1>This link is used or over</h1><p>Ask an owner for a new one.</p>');

type Entry = readonly [name: string, command: Command];

const linkTo = (name: string, prefill: readonly (readonly [string, string])[] = []): string => {
  const query =
    prefill.length > 0 ? `?${new URLSearchParams(Object.fromEntries(prefill)).toString()}` : '';
  return `/admin/commands/${name}${query}`;
};

const linksOf = (commands: readonly Entry[]): string =>
  commands
    .map(([name, { title }]) => `<li><a href="${linkTo(name)}">${escapeHtml(title)}</a></li>`)
    .join('\n');

/** @param waiting how many requests wait for a second person */
export function homePage(member: Member, waiting: number): string {
  const mine = Object.entries(COMMANDS).filter(([, { role }]) => hasRole(member, role));
  const those = (isList: boolean): Entry[] =>
    mine.filter(([, command]) => (command.isList ?? false) === isList);
  return signedIn(
    member,
    'Back office',
    `${findForm()}
<nav aria-label="Queues"><h2>Queues</h2><ul>
<li><a href="/admin/requests">Waiting for a second person: ${waiting}</a></li>
${linksOf(those(true))}
<li><a href="/admin/record">What was done</a></li>
</ul></nav>
<nav aria-label="Commands"><h2>Commands</h2><ul>
${linksOf(those(false))}
</ul></nav>`,
  );
}

function control({ name, label, choices, isOptional }: Field, value: string): string {
  const required = isOptional ? '' : ' required';
  if (!choices)
    return `<label>${escapeHtml(label)}<input name="${name}" value="${escapeHtml(value)}" maxlength="1000" autocomplete="off"${required}></label>`;
  const options = [...(isOptional ? [''] : []), ...choices].map(
    (one) => `<option${one === value ? ' selected' : ''}>${escapeHtml(one)}</option>`,
  );
  return `<label>${escapeHtml(label)}<select name="${name}"${required}>${options.join('')}</select></label>`;
}

const WHY: Field = {
  name: 'why',
  usage: 'TEXT',
  label: 'Why, as it is written down',
  choices: undefined,
  isOptional: false,
};
const PROOF: Field = { ...WHY, name: 'proof', label: 'Proof of the result', isOptional: true };

function findForm(): string {
  const fields = COMMANDS['find'] ? [...fieldsOf(COMMANDS['find']), WHY] : [];
  return `<form method="post" action="${linkTo('find')}" role="search">
${fields.map((field) => control(field, '')).join('\n')}
<button>Find</button>
</form>`;
}

/** @param given what stands in the fields. @param refusal why it was not done */
export function commandPage(
  member: Member,
  [name, command]: Entry,
  given: Readonly<Record<string, string>>,
  refusal?: string,
): string {
  const fields = [...fieldsOf(command), ...(command.takesProof ? [PROOF] : []), WHY];
  return signedIn(
    member,
    command.title,
    `${refusal === undefined ? '' : `<p role="alert">${escapeHtml(refusal)}</p>`}
<form method="post" action="${linkTo(name)}">
${fields.map((field) => control(field, given[field.name] ?? '')).join('\n')}
${command.movesMoney ? '<p class="soft">What moves money waits until a second person has approved it.</p>' : ''}
<button>Run</button>
</form>`,
  );
}

/** Each line of a list has links to the commands that begin with what the line begins with. */
export function linesPage(member: Member, [, command]: Entry, lines: readonly string[]): string {
  const rows = lines.map((line) => {
    const links = (command.next ?? []).map((next) => nextLink(next, line)).join(' ');
    return `<li><pre>${escapeHtml(line)}</pre>${links && `<div class="row">${links}</div>`}</li>`;
  });
  return signedIn(member, command.title, `<ul class="rows">\n${rows.join('\n')}\n</ul>`);
}

function nextLink(name: string, line: string): string {
  const command = COMMANDS[name];
  const words = line.trim().split(/\s+/);
  const prefill = command ? fieldsOf(command).filter(({ isOptional }) => !isOptional) : [];
  const given = prefill.map((field, at) => [field.name, words[at] ?? ''] as const);
  return `<a href="${escapeHtml(linkTo(name, given))}">${escapeHtml(command?.title ?? name)}</a>`;
}

export function requestsPage(
  member: Member,
  { waiting, decided }: Readonly<Record<'waiting' | 'decided', readonly ListedRequest[]>>,
  refusal?: string,
): string {
  const none = '<p class="soft">Nothing.</p>';
  const rows = (requests: readonly ListedRequest[], isOpen: boolean): string =>
    requests.length === 0
      ? none
      : `<ul class="rows">\n${requests.map((one) => requestRow(member, one, isOpen)).join('\n')}\n</ul>`;
  return signedIn(
    member,
    'Waiting for a second person',
    `${refusal === undefined ? '' : `<p role="alert">${escapeHtml(refusal)}</p>`}
${rows(waiting, true)}
<h2>Decided</h2>
${rows(decided, false)}`,
  );
}

function requestRow(
  member: Member,
  { request, asker, decider }: ListedRequest,
  isOpen: boolean,
): string {
  const { id, command, operands, proof, why, createdAt, state, staffId, outcome } = request;
  const isOwn = staffId === member.id;
  const mayApprove = !isOwn && hasRole(member, COMMANDS[command]?.role ?? 'operator');
  const buttons = [
    mayApprove ? '<button name="decision" value="approve">Approve</button>' : '',
    mayApprove || isOwn
      ? `<button class="plain" name="decision" value="refuse">${isOwn ? 'Take back' : 'Refuse'}</button>`
      : '',
  ].join(' ');
  const form = `<form class="row" method="post" action="/admin/requests/${id}">${buttons}</form>`;
  const decision = `${state}${decider === null ? '' : ` by ${decider}`}${outcome === null ? '' : `: ${outcome}`}`;
  return `<li><strong>${escapeHtml([command, ...operands].join(' '))}</strong>
<div>${escapeHtml(why)}${proof === null ? '' : `. Proof: ${escapeHtml(proof)}`}</div>
<small>Request ${id} of ${escapeHtml(asker)}, ${createdAt.toISOString()}</small>
${isOpen ? form : `<pre>${escapeHtml(decision)}</pre>`}</li>`;
}

export interface Recorded {
  readonly id: number;
  readonly by: string;
  readonly why: string;
  readonly action: string;
  readonly subject: string;
  readonly outcome: string;
  readonly createdAt: Date;
}

export function recordPage(
  member: Member,
  rows: readonly Recorded[],
  before: number | undefined,
): string {
  const items = rows.map(
    ({ createdAt, by, action, subject, outcome, why }) =>
      `<li><strong>${escapeHtml(action)}</strong> ${escapeHtml(subject)}<div>${escapeHtml(outcome)} (${escapeHtml(why)})</div><small>${escapeHtml(by)}, ${createdAt.toISOString()}</small></li>`,
  );
  const older =
    before === undefined ? '' : `<p><a href="/admin/record?before=${before}">Older</a></p>`;
  return signedIn(
    member,
    'What was done',
    `<ul class="rows">\n${items.join('\n')}\n</ul>\n${older}`,
  );
}

export const refusalPage = (member: Member | undefined, message: string): string =>
  member
    ? signedIn(member, 'Not done', `<p role="alert">${escapeHtml(message)}</p>`)
    : page('Not done', `<h1>Not done</h1><p role="alert">${escapeHtml(message)}</p>`);
