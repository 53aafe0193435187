import "server-only";
import { createHash } from "node:crypto";
import { passwordMin } from "@/features/account/schema";

export const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/**
 * Asks whom the invitation is for, and makes the account. The token is read from behind `#`, which browsers send
 * nowhere. The member's token is put where the app's own sign-in keeps it (shipped/sdk/config.js).
 */
const script = `(() => {
  const { app } = document.currentScript.dataset;
  const invitation = location.hash.slice(1);
  const form = document.querySelector("form");
  const problem = document.querySelector("[role=alert]");
  const call = async (path, body) => {
    const answer = await fetch("/api/apps/" + app + path, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
    }).catch(() => undefined);
    if (!answer) throw new Error("The server cannot be reached. Check the connection and try again.");
    const value = await answer.json();
    if (!answer.ok) throw new Error(value.error.message);
    return value;
  };
  const tell = (error) => { problem.textContent = error.message; problem.hidden = false; };
  call("/invitation", { invitation }).then(({ email, role }) => {
    if (email) { form.email.value = email; form.email.readOnly = true; }
    const words = document.querySelector("#role");
    words.textContent = role === "admin" ? "You are invited as an admin." : role === "user" ? "You are invited." : "You are invited as " + role + ".";
    words.hidden = false;
    form.hidden = false;
    (email ? form.password : form.email).focus();
  }, tell);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    problem.hidden = true;
    try {
      const { token } = await call("/sign-up", { email: form.email.value, password: form.password.value, invitation });
      localStorage.setItem("joinery.token.published", token);
      location.replace("/");
    } catch (error) {
      tell(error);
      button.disabled = false;
    }
  });
})();`;

/** The look of the few pages that need nothing of an app's build. */
export const pageStyle = `
:root{color-scheme:light dark;--line:#d4d7dd;--soft:#5f6672;--card:#fff;--back:#f5f6f8;--text:#1c1f24;--main:#2f5fd0;--on:#fff;--bad:#b42318}
@media(prefers-color-scheme:dark){:root{--line:#3a3f48;--soft:#a3a9b5;--card:#1d2025;--back:#131518;--text:#eceef1;--main:#8fb0ff;--on:#10131a;--bad:#ff9a90}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:16px;background:var(--back);color:var(--text);font:14px/1.5 system-ui,sans-serif}
main{width:100%;max-width:384px;padding:32px;border:1px solid var(--line);border-radius:12px;background:var(--card)}
h1{margin:0;font-size:20px;line-height:1.3;overflow-wrap:anywhere}
p{margin:4px 0 0;color:var(--soft)}
p[role=alert]{margin-top:16px;color:var(--bad)}
label{display:block;margin-top:16px;font-weight:500}
input{display:block;width:100%;margin-top:4px;padding:8px 12px;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit;font:inherit}
input[readonly]{color:var(--soft)}
input:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--main);outline-offset:2px}
small{display:block;margin-top:4px;color:var(--soft);font-weight:400}
button{width:100%;margin-top:24px;padding:10px 12px;border:0;border-radius:8px;background:var(--main);color:var(--on);font:inherit;font-weight:600;cursor:pointer}
button:disabled{opacity:.6;cursor:default}
a{display:inline-block;margin-top:16px;color:var(--main)}
[hidden]{display:none}`;

/**
 * The page of an invitation, in the app's own name. It needs nothing of the app's build, which may be older than the
 * invitation.
 */
export function joinPage(app: { id: string; name: string }): { html: string; scriptHash: string } {
  const name = escapeHtml(app.name);
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Join ${name}</title><style>${pageStyle}</style></head>
<body><main><h1>Join ${name}</h1><p id="role" hidden></p><p role="alert" hidden></p>
<form hidden>
<label>Email<input name="email" type="email" required autocomplete="email"></label>
<label>Password<input name="password" type="password" required minlength="${passwordMin}" autocomplete="new-password"><small>At least ${passwordMin} characters, and not easy to guess</small></label>
<button>Create account</button>
</form>
<a href="/">Go to ${name}</a>
</main><script data-app="${escapeHtml(app.id)}">${script}</script></body></html>
`;
  return { html, scriptHash: `'sha256-${createHash("sha256").update(script).digest("base64")}'` };
}
