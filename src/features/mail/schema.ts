/** Content of a mail. `after` follows the button and code. */
export type MailContent = {
  subject: string;
  heading: string;
  paragraphs: string[];
  button?: { label: string; url: string };
  code?: string;
  after?: string[];
  /** Sender name: the product or an app. */
  from?: string;
  /** The app's colour, "#4f46e5". */
  color?: string;
  /** The contact for replies. */
  support?: string;
};

/** Whether mails are sent, or wait in the outbox. */
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
