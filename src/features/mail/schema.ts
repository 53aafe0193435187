/** What a mail says. The button and the code are for its reader; `after` stands below them. */
export type MailContent = {
  subject: string;
  heading: string;
  paragraphs: string[];
  button?: { label: string; url: string };
  code?: string;
  after?: string[];
  /** Who writes: the product, or an app in its own name. */
  from?: string;
  /** The app's colour, "#4f46e5". */
  color?: string;
  /** Whom the reader may write to. */
  support?: string;
};

/** Whether mails leave, or wait for the administrator in the outbox. */
export type MailState = { kind: "smtp" | "outbox" };

export const mailPageSize = 50;

export const mailStateWords: Record<string, string> = {
  outbox: "In the outbox",
  queued: "On its way",
  sent: "Sent",
  refused: "Refused",
  failed: "Failed",
};

export const noServerHint = "No mail server is configured: the administrator finds the mail in the outbox.";
