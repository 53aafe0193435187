import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkedMail, deliverMail, mailJob, mailRetries } from "@/engines/mail";
import { renderMail } from "@/features/mail/render-mail";
import { mails } from "@/features/mail/templates";
import { SmtpServer, textOf } from "../support/smtp";
import { World } from "../support/world";

const mail = { to: "ada@example.com", subject: "Hello", text: "A secret link", html: "<p>A secret link</p>" };

describe("Without a mail server", () => {
  let world: World;
  beforeAll(async () => void (world = await World.open()));
  beforeEach(() => world.reset());
  afterAll(() => world.close());

  it("mails wait in the outbox, where an admin reads them and nobody else does", async () => {
    const [admin, other] = [await world.signUp(), await world.signUp()];
    await world.reset();
    await world.platform.mail.send(mail);
    const [row] = await world.db.query.mail.findMany();
    expect(JSON.stringify(row)).not.toContain("secret");
    const asAdmin = world.as({ kind: "account", account: { ...admin.account, isAdmin: true }, token: "" });
    const { kind, items } = await asAdmin.mail.list({});
    expect([kind, items.map(({ to, state }) => [to, state])]).toEqual(["outbox", [["ada@example.com", "outbox"]]]);
    expect(await asAdmin.mail.get({ mailId: items[0]!.id })).toMatchObject({ text: mail.text, html: mail.html });
    const asOther = world.as({ kind: "account", account: other.account, token: "" });
    await expect(asOther.mail.list({})).rejects.toMatchObject({ reason: "admin-only" });
  });

  it("is gone with the transaction that it was written in", async () => {
    const failing = world.db.transaction(async (tx) => {
      await world.platform.mail.send(mail, tx);
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect(await world.db.query.mail.findMany()).toEqual([]);
  });

  it("the outbox is read in pages, newest first, each mail once", async () => {
    const { account } = await world.signUp();
    for (let number = 0; number < 120; number += 1)
      await world.platform.mail.send({ ...mail, subject: `Mail ${number}` });
    const api = world.as({ kind: "account", account: { ...account, isAdmin: true }, token: "" });
    const seen: string[] = [];
    for (let cursor: string | undefined, more = true; more;) {
      const page = await api.mail.list({ cursor, direction: "forward" });
      seen.push(...page.items.map(({ subject }) => subject));
      cursor = page.nextCursor ?? undefined;
      more = cursor !== undefined;
    }
    expect(new Set(seen).size).toBe(121);
    expect(seen).toHaveLength(121);
  });
});

describe("With a mail server", () => {
  let world: World;
  const smtp = new SmtpServer();
  beforeAll(async () => {
    await smtp.start();
    world = await World.open({ SMTP_URL: smtp.url, MAIL_FROM: "Joinery <joinery@example.com>" });
    await world.platform.jobs.start(
      { [mailJob]: ({ mailId }) => deliverMail(world.platform, mailId!) },
      { [mailJob]: { retries: { ...mailRetries, seconds: 1, secondsMax: 1 } } },
    );
  });
  afterEach(() => world.db.execute("truncate mail"));
  afterAll(async () => {
    await world.platform.jobs.stop();
    await smtp.close();
    await world.close();
  });

  const state = async () => (await world.db.query.mail.findMany())[0];
  const waitFor = async (wanted: string) => {
    await expect.poll(async () => (await state())?.state, { timeout: 30_000 }).toBe(wanted);
    return state();
  };

  it("sends both forms, and keeps neither", async () => {
    await world.platform.mail.send(mail);
    const got = await smtp.mailTo("ada@example.com");
    expect(textOf(got)).toContain("A secret link");
    expect(got.raw).toMatch(/^From: Joinery <joinery@example\.com>/m);
    expect(got.raw).toContain("text/html");
    expect(await waitFor("sent")).toMatchObject({ sealed: "", answer: "250 taken", tries: 1 });
  });

  it("tries again when the server asks for patience", async () => {
    smtp.answers["RCPT"] = ["451 Try later"];
    await world.platform.mail.send({ ...mail, to: "patient@example.com" });
    const stateNow = async () => {
      // A new job wakes the queue, which otherwise looks for jobs that are due again every 30 s.
      await world.platform.jobs.send(world.db, mailJob, { mailId: "none" });
      return (await state())?.state;
    };
    await expect.poll(stateNow, { interval: 500 }).toBe("sent");
    expect(await state()).toMatchObject({ tries: 2 });
  });

  it("gives up when the server says no, and keeps its words for the admin", async () => {
    smtp.answers["RCPT"] = ["550 5.1.1 No such person here"];
    await world.platform.mail.send({ ...mail, to: "nobody@example.com" });
    expect(await waitFor("refused")).toMatchObject({ answer: "550 5.1.1 No such person here", tries: 1 });
    const { account } = await world.signUp();
    const api = world.as({ kind: "account", account: { ...account, isAdmin: true }, token: "" });
    const { items, unsent } = await api.mail.list({});
    expect(unsent).toBe(1);
    await api.mail.resend({ mailId: items.find(({ to }) => to === "nobody@example.com")!.id });
    await smtp.mailTo("nobody@example.com");
  });
});

describe("A mail", () => {
  it.each([
    ["another recipient behind a comma", "a@example.com, b@example.com"],
    ["a header behind a line break", "a@example.com\r\nBcc: b@example.com"],
    ["a name in brackets", "Ada <a@example.com>"],
    ["no address", "Ada"],
  ])("refuses %s", (_name, to) => {
    expect(() => checkedMail({ ...mail, to })).toThrow("This is not one address");
  });

  it.each([
    "Hi\r\nBcc: evil@example.com",
    "Hi\nBcc: evil@example.com",
    "Hi\u2028Bcc: evil@example.com",
    "Hi\u0000\rBcc: evil@example.com",
  ])("keeps its subject on one line: %j", (subject) =>
    expect(checkedMail({ ...mail, subject }).subject).toBe("Hi Bcc: evil@example.com"),
  );

  it("tells who did not sign up what to do with a mail that verifies an address, as text and as HTML", () => {
    const { text, html } = renderMail(
      mails.verifyEmail({ url: "https://joinery.example/#a", email: "ada@example.com" }),
    );
    const words = "If you did not sign up, do not confirm it: somebody else entered your address";
    expect(text).toContain(words);
    expect(html).toContain(words);
  });

  it("says the same as text and as HTML, in light and in dark, and escapes what people wrote", () => {
    const name = `<img src=x onerror=alert(1)> "App"`;
    const { text, html, subject } = renderMail(
      mails.appSignIn({ url: "https://joinery.example/#a&b", code: "123456", appName: name }),
    );
    expect(subject).toBe(`123456 is your code for ${name}`);
    for (const word of ["123456", "https://joinery.example/#a&b"]) expect(text).toContain(word);
    for (const word of ["123456", "https://joinery.example/#a&amp;b", "prefers-color-scheme: dark"])
      expect(html).toContain(word);
    expect(html).not.toContain("<img");
  });
});
