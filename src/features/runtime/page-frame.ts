import "server-only";
import { createHash } from "node:crypto";
import type { AppLinks } from "@/features/members/schema";

export const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** What the platform's own pages on an app's host show of the app. */
export type AppFace = {
  id: string;
  name: string;
  /** The colour of its buttons: "#4f46e5". */
  color: string | undefined;
  iconUrl: string;
  links: AppLinks;
};

/** The look of the few pages that need nothing of an app's build. */
const pageStyle = `
:root{color-scheme:light dark;--line:#d4d7dd;--soft:#5f6672;--card:#fff;--back:#f5f6f8;--text:#1c1f24;--main:#2f5fd0;--on:#fff;--bad:#b42318}
@media(prefers-color-scheme:dark){:root{--line:#3a3f48;--soft:#a3a9b5;--card:#1d2025;--back:#131518;--text:#eceef1;--main:#8fb0ff;--on:#10131a;--bad:#ff9a90}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:16px;background:var(--back);color:var(--text);font:14px/1.5 system-ui,sans-serif}
main{width:100%;max-width:384px;padding:32px;border:1px solid var(--line);border-radius:12px;background:var(--card)}
header{display:flex;align-items:center;gap:12px;margin-bottom:20px;font-weight:600}
header img,header span{width:32px;height:32px;border-radius:8px;flex:none}
header span{display:grid;place-items:center;background:var(--main);color:var(--on)}
h1{margin:0;font-size:20px;line-height:1.3;overflow-wrap:anywhere}
h2{margin:32px 0 0;font-size:16px}
p{margin:4px 0 0;color:var(--soft);overflow-wrap:anywhere}
p[role=alert]{margin-top:16px;color:var(--bad)}
p[role=status]{margin-top:16px;color:var(--text)}
label{display:block;margin-top:16px;font-weight:500}
input{display:block;width:100%;margin-top:4px;padding:8px 12px;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit;font:inherit}
input[readonly]{color:var(--soft)}
input:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--main);outline-offset:2px}
small{display:block;margin-top:4px;color:var(--soft);font-weight:400}
button{width:100%;margin-top:24px;padding:10px 12px;border:0;border-radius:8px;background:var(--main);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
button.quiet{background:transparent;border:1px solid var(--line);color:inherit}
button:disabled{opacity:.6;cursor:default}
a{display:inline-block;margin-top:16px;color:var(--main)}
nav{display:flex;flex-wrap:wrap;gap:0 16px;margin-top:16px;border-top:1px solid var(--line);font-size:12px}
nav a{color:var(--soft)}
[hidden]{display:none}`;

/** The app's own colour, with a text on it that can be read; lighter where the page is dark. */
function colorStyle(color: string | undefined): string {
  if (!color || !/^#[0-9a-f]{6}$/i.test(color)) return "";
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  const on = red * 0.299 + green * 0.587 + blue * 0.114 > 150 ? "#10131a" : "#ffffff";
  return `:root{--main:${color};--on:${on}}@media(prefers-color-scheme:dark){:root{--main:color-mix(in srgb,${color} 55%,white);--on:#10131a}}`;
}

/**
 * What every page's script begins with. The member's token is put where the app's own sign-in keeps it
 * (shipped/sdk/config.js).
 */
const preamble = `const { app } = document.currentScript.dataset;
  const key = "joinery.token.published";
  const problem = document.querySelector("[role=alert]");
  const done = document.querySelector("[role=status]");
  const call = async (method, path, body) => {
    const token = localStorage.getItem(key);
    const answer = await fetch("/api/apps/" + app + path, {
      method,
      headers: { ...(body && { "content-type": "application/json" }), ...(token && { authorization: "Bearer " + token }) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    if (!answer) throw new Error("The server cannot be reached. Check the connection and try again.");
    const value = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(value.error.message), { status: answer.status, code: value.error.code });
    return value;
  };
  const tell = (error) => { problem.textContent = error.message; problem.hidden = false; };
  // Another link to the same page, opened in the same tab, loads nothing by itself.
  addEventListener("hashchange", () => location.reload());
  const say = (words) => { done.textContent = words; done.hidden = false; };
  const onSubmit = (form, work) => form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    problem.hidden = true;
    done.hidden = true;
    try { await work(form); } catch (error) { tell(error); }
    button.disabled = false;
  });`;

function footer({ termsOfServiceLink, privacyPolicyLink, supportEmail }: AppLinks): string {
  const link = (href: string, words: string) => `<a href="${escapeHtml(href)}">${words}</a>`;
  const links = [
    termsOfServiceLink && link(termsOfServiceLink, "Terms of service"),
    privacyPolicyLink && link(privacyPolicyLink, "Privacy policy"),
    supportEmail && link(`mailto:${supportEmail}`, "Contact support"),
  ].filter(Boolean);
  return links.length > 0 ? `<nav aria-label="About">${links.join("")}</nav>` : "";
}

/**
 * A page of the platform in the app's name and look. It needs nothing of the app's build, which may be older.
 * @param body trusted HTML: what comes from people is escaped by whoever writes it
 * @param script runs after the preamble; the Content-Security-Policy admits it by its hash
 */
export function framePage(
  app: AppFace,
  { title, body, script }: { title: string; body: string; script: string },
): { html: string; scriptHash: string } {
  const name = escapeHtml(app.name);
  const whole = `(() => {\n  ${preamble}\n  ${script}\n})();`;
  const letter = escapeHtml(String.fromCodePoint(app.name.trim().codePointAt(0) ?? 65).toUpperCase());
  const icon = app.iconUrl
    ? `<img src="${escapeHtml(app.iconUrl)}" alt="">`
    : `<span aria-hidden="true">${letter}</span>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><link rel="icon" href="/favicon.ico"><style>${pageStyle}${colorStyle(app.color)}</style></head>
<body><main><header>${icon}${name}</header><h1>${escapeHtml(title)}</h1>
${body}
<p role="alert" hidden></p><p role="status" hidden></p>
<a href="/">Go to ${name}</a>
${footer(app.links)}</main><script data-app="${escapeHtml(app.id)}">${whole}</script></body></html>
`;
  return { html, scriptHash: `'sha256-${createHash("sha256").update(whole).digest("base64")}'` };
}
