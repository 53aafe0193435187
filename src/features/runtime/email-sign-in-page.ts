import "server-only";
import { createHash } from "node:crypto";
import { escapeHtml, pageStyle } from "./join-page";

/** Reads address and code from behind `#`, and uses them on the click alone: mail scanners open links. */
const script = `(() => {
  const { app } = document.currentScript.dataset;
  const [email, otp] = location.hash.slice(1).split(":").map(decodeURIComponent);
  const button = document.querySelector("button");
  const problem = document.querySelector("[role=alert]");
  document.querySelector("#who").textContent = email || "";
  button.addEventListener("click", async () => {
    button.disabled = true;
    problem.hidden = true;
    try {
      const answer = await fetch("/api/apps/" + app + "/otp", {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ email, otp }),
      }).catch(() => undefined);
      if (!answer) throw new Error("The server cannot be reached. Check the connection and try again.");
      const value = await answer.json();
      if (!answer.ok) throw new Error(value.error.message);
      localStorage.setItem("joinery.token.published", value.customToken);
      location.replace("/");
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
      button.disabled = false;
    }
  });
})();`;

/** Where the link of a member's sign-in mail leads, in the app's own name. */
export function emailSignInPage(app: { id: string; name: string }): { html: string; scriptHash: string } {
  const name = escapeHtml(app.name);
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Sign in to ${name}</title><style>${pageStyle}</style></head>
<body><main><h1>Sign in to ${name}</h1><p id="who"></p><p role="alert" hidden></p>
<button>Sign in</button>
<a href="/">Go to ${name}</a>
</main><script data-app="${escapeHtml(app.id)}">${script}</script></body></html>
`;
  return { html, scriptHash: `'sha256-${createHash("sha256").update(script).digest("base64")}'` };
}
