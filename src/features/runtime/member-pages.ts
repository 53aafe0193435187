import "server-only";
import { passwordMin } from "@/features/account/limits";
import { noServerHint } from "@/features/mail/schema";
import { invitationPath } from "@/features/members/schema";
import { type AppFace, framePage } from "./page-frame";
import { emailSignInPath, enterPath, profilePath, resetPath } from "./schema";

const newPassword = `<input name="password" type="password" required minlength="${passwordMin}" autocomplete="new-password"><small>At least ${passwordMin} characters, and not easy to guess</small>`;

/**
 * Asks whom the invitation is for, and makes the account. The token is read from behind `#`, which browsers send
 * nowhere.
 */
const join = (app: AppFace) =>
  framePage(app, {
    title: `Join ${app.name}`,
    body: `<p id="role" hidden></p><p id="known" hidden></p>
<form hidden>
<label>Email<input name="email" type="email" required autocomplete="email"></label>
<label>Password${newPassword}</label>
<button>Create account</button>
</form>`,
    script: `const invitation = location.hash.slice(1);
  const form = document.querySelector("form");
  call("POST", "/invitation", { invitation }).then(({ email, role }) => {
    if (email) { form.email.value = email; form.email.readOnly = true; }
    const words = document.querySelector("#role");
    words.textContent = role === "admin" ? "You are invited as an admin." : role === "user" ? "You are invited." : "You are invited as " + role + ".";
    words.hidden = false;
    form.hidden = false;
    (email ? form.password : form.email).focus();
    // An account has one role, which those who run the app change: there is nothing to join twice.
    if (localStorage.getItem(key)) call("GET", "/me").then((me) => {
      const known = document.querySelector("#known");
      known.textContent = "You are signed in as " + me.email + ", a member already. Whoever invited you can change your role; the form below makes another account.";
      known.hidden = false;
    }, () => undefined);
  }, tell);
  onSubmit(form, async () => {
    const { token } = await call("POST", "/sign-up", { email: form.email.value, password: form.password.value, invitation });
    localStorage.setItem(key, token);
    location.replace("/");
  });`,
  });

/** Reads address and code from behind `#`, and uses them on the click alone: mail scanners open links. */
const signIn = (app: AppFace) =>
  framePage(app, {
    title: `Sign in to ${app.name}`,
    body: `<p id="who"></p><form><button>Sign in</button></form>`,
    script: `const [email, otp] = location.hash.slice(1).split(":").map(decodeURIComponent);
  document.querySelector("#who").textContent = email || "";
  onSubmit(document.querySelector("form"), async () => {
    const { customToken } = await call("POST", "/otp", { email, otp });
    localStorage.setItem(key, customToken);
    location.replace("/");
  });`,
  });

/** Without a link's token it asks for the address; with one, for the new password. */
const reset = (app: AppFace) =>
  framePage(app, {
    title: "Reset your password",
    body: `<form id="ask" hidden><label>Email<input name="email" type="email" required autocomplete="email"></label><button>Send me a link</button></form>
<form id="set" hidden><label>New password${newPassword}</label><button>Reset password</button></form>`,
    script: `const token = location.hash.slice(1);
  const [ask, set] = [document.querySelector("#ask"), document.querySelector("#set")];
  (token ? set : ask).hidden = false;
  onSubmit(ask, async () => {
    await call("POST", "/password-reset", { email: ask.email.value });
    const { mail } = await call("GET", "/sign-up").catch(() => ({}));
    say("If there is an account for this address, a link is on its way to it." + (mail === "outbox" ? " ${noServerHint}" : ""));
    ask.hidden = true;
  });
  onSubmit(set, async () => {
    const answer = await call("POST", "/password", { token, password: set.password.value }).catch((error) => {
      // A used link sets no password however often it is tried: ask for a new one.
      if (error.code === "reset-link-invalid") { set.hidden = true; ask.hidden = false; }
      throw error;
    });
    localStorage.setItem(key, answer.token);
    say("Password reset successfully");
    set.hidden = true;
  });`,
  });

/** A member's own account: who they are, their password, the way out. */
const profile = (app: AppFace) =>
  framePage(app, {
    title: "Your account",
    body: `<div id="own" hidden><p id="who"></p>
<form id="ask" hidden><h2>Verify your email</h2><p>What is kept here under your address is shown to you once it is verified.</p><button class="quiet">Send me a code</button></form>
<form id="prove" hidden><h2>Verify your email</h2><label>Code<input name="otp" required inputmode="numeric" autocomplete="one-time-code" maxlength="6" pattern="[0-9]{6}"><small>Six digits, from the mail that was sent to you</small></label><button>Verify</button></form>
<form id="change"><h2>Change password</h2><label>Current password<input name="current" type="password" required autocomplete="current-password"></label><label>New password${newPassword}</label><button>Change password</button></form>
<p>No password yet, or forgotten? <a href="${resetPath}">Reset it by mail</a></p>
<form id="pay" hidden><h2>Membership</h2><button class="quiet">Change or cancel my membership</button></form>
<form id="out"><button class="quiet">Sign out</button></form></div>`,
    script: `const [ask, prove] = [document.querySelector("#ask"), document.querySelector("#prove")];
  call("GET", "/me").then(({ email, role, isEmailVerified }) => {
    document.querySelector("#who").textContent = email + (role === "user" ? "" : " · " + role) + (isEmailVerified ? " · verified" : "");
    ask.hidden = isEmailVerified !== false;
    document.querySelector("#own").hidden = false;
  }, (error) => tell(error.status === 401 ? new Error("Sign in to see your account.") : error));
  const verified = () => { ask.hidden = prove.hidden = true; say("Your email is verified."); };
  onSubmit(ask, async () => {
    const { isVerified } = await call("POST", "/email-code", {});
    if (isVerified) return verified();
    const { mail } = await call("GET", "/sign-up").catch(() => ({}));
    ask.hidden = true;
    prove.hidden = false;
    // On a phone the end of the page is out of sight.
    prove.after(done);
    prove.otp.focus();
    say("A code was sent to your email." + (mail === "outbox" ? " ${noServerHint}" : ""));
  });
  onSubmit(prove, async () => {
    await call("POST", "/email-proof", { otp: prove.otp.value.trim() });
    verified();
  });
  const change = document.querySelector("#change");
  onSubmit(change, async () => {
    const { token } = await call("PUT", "/password", { currentPassword: change.current.value, newPassword: change.password.value });
    localStorage.setItem(key, token);
    change.reset();
    say("Password changed. Every other device was signed out.");
  });
  const pay = document.querySelector("#pay");
  call("GET", "/membership").then(({ canManage }) => { pay.hidden = !canManage; }, () => undefined);
  onSubmit(pay, async () => {
    const { url } = await call("POST", "/membership/checkout", {});
    location.assign(url);
  });
  onSubmit(document.querySelector("#out"), async () => {
    await call("POST", "/sign-out", {});
    localStorage.removeItem(key);
    location.replace("/");
  });`,
  });

/** Sign-in, a new account where sign-up is on, and what a member has to buy before they get in. */
const enter = (app: AppFace) =>
  framePage(app, {
    title: `Sign in to ${app.name}`,
    body: `<form id="enter"><label>Email<input name="email" type="email" required autocomplete="email"></label><label>Password<input name="password" type="password" required autocomplete="current-password"></label><button>Sign in</button></form>
<form id="other" hidden><button class="quiet">Create an account</button></form>
<a id="forgot" href="${resetPath}">Forgot your password?</a>
<section id="offer" aria-label="Membership" hidden><h2 id="name"></h2><p id="ended" hidden>Your membership has ended. Become a member again to come back in.</p><p id="price"></p><a id="link" target="_blank" rel="noopener" hidden>Become a member</a>
<form id="buy" hidden><button>Become a member</button></form>
<form id="claim" hidden><label>License key<input name="licenseKey" required autocomplete="off"><small>It stands on your receipt.</small></label><button class="quiet">I have paid</button></form></section>`,
    script: `const find = (name) => document.querySelector("#" + name);
  const [form, other, offer] = [find("enter"), find("other"), find("offer")];
  let isNew = false;
  const goOn = async () => {
    const sold = await call("GET", "/membership");
    if (!sold.isRequired || sold.isPaid) return location.replace("/");
    for (const part of [form, other, find("forgot")]) part.hidden = true;
    find("name").textContent = sold.name;
    find("price").textContent = sold.price;
    find("ended").hidden = !sold.hasEnded;
    if (sold.url) find("link").href = sold.url;
    find("link").hidden = !sold.url;
    find("buy").hidden = !sold.hasCheckout;
    find("claim").hidden = sold.hasCheckout;
    offer.hidden = false;
  };
  onSubmit(form, async () => {
    const { token } = await call("POST", isNew ? "/sign-up" : "/sign-in", { email: form.email.value, password: form.password.value });
    localStorage.setItem(key, token);
    await goOn();
  });
  onSubmit(other, async () => {
    isNew = !isNew;
    form.querySelector("button").textContent = isNew ? "Create account" : "Sign in";
    other.querySelector("button").textContent = isNew ? "I have an account" : "Create an account";
    form.password.autocomplete = isNew ? "new-password" : "current-password";
  });
  onSubmit(find("buy"), async () => {
    const { url } = await call("POST", "/membership/checkout", {});
    location.assign(url);
  });
  onSubmit(find("claim"), async () => {
    await call("POST", "/membership", { licenseKey: find("claim").licenseKey.value });
    await goOn();
  });
  // The sale that the provider's link names, for whoever is signed in to claim it.
  const saleId = new URLSearchParams(location.search).get("sale_id");
  // The provider's confirmation may come later than the person.
  const claim = async (id) => {
    say("Confirming your payment…");
    for (let tries = 1; ; tries += 1) {
      try { await call("POST", "/membership", { saleId: id }); break; } catch (error) {
        if (error.code !== "membership-unknown" || tries === 4) { tell(error); break; }
        await new Promise((resolve) => setTimeout(resolve, 4000));
      }
    }
    done.hidden = true;
  };
  call("GET", "/sign-up").then(async ({ isSignupEnabled, isSignedIn }) => {
    other.hidden = !isSignupEnabled;
    if (!isSignedIn) return;
    if (saleId) await claim(saleId);
    await goOn();
  }).catch(tell);`,
  });

const pages: Record<string, (app: AppFace) => { html: string; scriptHash: string }> = {
  [invitationPath]: join,
  [emailSignInPath]: signIn,
  [resetPath]: reset,
  [profilePath]: profile,
  [enterPath]: enter,
};

/** Whether a path is one of the platform's own pages on an app's host. */
export const isMemberPage = (pathname: string): boolean => Object.hasOwn(pages, pathname);

/** Such a page, which runs nothing but its own script. */
export function memberPage(pathname: string, app: AppFace): Response {
  const { html, scriptHash } = pages[pathname]!(app);
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "x-content-type-options": "nosniff",
      "referrer-policy": "strict-origin-when-cross-origin",
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; script-src ${scriptHash}; style-src 'unsafe-inline'; img-src 'self' https: http:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}
