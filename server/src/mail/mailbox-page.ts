import { escapeHtml } from './templates/render.ts';

interface ShownMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly created_at: Date;
}

/** The list of outgoing mail; a form filters by recipient. */
export const listPage = (mails: readonly ShownMail[], to: string | undefined): string =>
  page(
    'Outgoing mail',
    `<form><label>To <input name="to" type="search" value="${escapeHtml(to ?? '')}" placeholder="alice@example.com"></label> <button>Show</button></form>
${
  mails.length === 0
    ? '<p class="quiet">No mail yet. What the server would send appears here.</p>'
    : `<ul>${mails.map(listItem).join('\n')}</ul>`
}`,
  );

const listItem = (mail: ShownMail): string =>
  `<li><a href="/dev/mailbox/${mail.id}"><b>${escapeHtml(mail.subject)}</b><span>${escapeHtml(mail.recipient)}</span>${time(mail)}</a></li>`;

/** One mail as its reader sees it, and its text with links to follow. */
export const mailPage = (mail: ShownMail): string =>
  page(
    mail.subject,
    `<p><a href="/dev/mailbox">All mail</a></p>
<p class="quiet">To ${escapeHtml(mail.recipient)} · ${time(mail)}</p>
<iframe src="/dev/mailbox/${mail.id}/html" title="HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
<h2>Text</h2>
<pre>${linked(mail.text)}</pre>`,
  );

const time = ({ created_at }: ShownMail): string =>
  `<time datetime="${created_at.toISOString()}">${created_at.toISOString().replace('T', ' ').slice(0, 19)} UTC</time>`;

const linked = (text: string): string =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('');

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Hibiki</title>
<style>
:root { color-scheme: light dark; --line: light-dark(#e6e0d5, #2a2e39); --quiet: light-dark(#6b665c, #9397a4); --link: light-dark(#27509b, #a9bcf2); }
body { margin: 0 auto; max-width: 52rem; padding: 2rem 1rem; font: 1rem/1.6 system-ui, 'Hiragino Sans', 'Noto Sans JP', sans-serif; background: light-dark(#f6f3ec, #101218); color: light-dark(#1e1d1b, #ece9e2); }
a { color: var(--link); } a:focus-visible, input:focus-visible, button:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
ul { list-style: none; padding: 0; } li { border-top: 1px solid var(--line); }
li a { display: flex; flex-wrap: wrap; gap: .2rem 1rem; padding: .8rem .2rem; text-decoration: none; color: inherit; } li b { flex: 1 1 18rem; }
.quiet, time, li span { color: var(--quiet); }
input, button { font: inherit; padding: .3rem .6rem; }
iframe { width: 100%; height: 44rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; }
</style>
</head>
<body><h1>${escapeHtml(title)}</h1>
${body}
</body></html>
`;
