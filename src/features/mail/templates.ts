import type { MailContent } from "./schema";

type Link = { url: string };
type ToAddress = { email: string };

const ignore = "If you did not ask for this, you can ignore this mail.";
const lasts = (time: string) => `The link works once, for ${time}.`;

/** All mails by occasion. Names and addresses come from people: plain text here, escaped on rendering. */
export const mails = {
  verifyEmail: ({
    url,
    email,
    appName = "Joinery",
  }: Link & ToAddress & { appName?: string | undefined }): MailContent => ({
    subject: `Verify your email for ${appName}`,
    heading: "Verify your email",
    paragraphs: [`Confirm that ${email} is yours to go on with ${appName}.`],
    button: { label: "Verify email", url },
    after: [
      lasts("24 hours"),
      "If you did not sign up, do not confirm it: somebody else entered your address, and without you their account stays unverified. You need not do anything.",
    ],
  }),
  resetPassword: ({ url, email }: Link & ToAddress): MailContent => ({
    subject: "Reset your password",
    heading: "Reset your password",
    paragraphs: [`Somebody asked for a new password for ${email}.`],
    button: { label: "Choose a new password", url },
    after: [lasts("1 hour"), `${ignore} Your password stays as it is.`],
  }),
  changeEmailOld: ({ url, newEmail }: Link & { newEmail: string }): MailContent => ({
    subject: "Confirm the change of your email",
    heading: "Your email is about to change",
    paragraphs: [`Your account is to move to ${newEmail}. It moves when both addresses have confirmed.`],
    button: { label: "Confirm the change", url },
    after: [lasts("24 hours"), "If you did not ask for this, do not confirm it, and change your password."],
  }),
  changeEmailNew: ({ url, email, newEmail }: Link & ToAddress & { newEmail: string }): MailContent => ({
    subject: "Confirm your new email",
    heading: "Confirm your new email",
    paragraphs: [`The account of ${email} is to move to ${newEmail}.`],
    button: { label: "Confirm this address", url },
    after: [lasts("24 hours"), ignore],
  }),
  emailChanged: ({ newEmail }: { newEmail: string }): MailContent => ({
    subject: "Your email was changed",
    heading: "Your email was changed",
    paragraphs: [`Your account now belongs to ${newEmail}. This address no longer opens it.`],
    after: ["If this was not you, contact whoever runs this installation at once."],
  }),
  /** `removed`: other ways in that ended with the first proof of the address. */
  passwordChanged: ({ email, removed = [] }: ToAddress & { removed?: string[] }): MailContent => ({
    subject: "Your password was changed",
    heading: "Your password was changed",
    paragraphs: [`The password of ${email} was changed, and every other session was signed out.`, ...removed],
    after: ["If this was not you, reset your password now and check your sessions."],
  }),
  signInChanged: ({ email, what }: ToAddress & { what: string }): MailContent => ({
    subject: "How you sign in has changed",
    heading: "How you sign in has changed",
    paragraphs: [what, `This is about the account of ${email}.`],
    after: ["If this was not you, change your password now and check your sessions."],
  }),
  /** `endsPassword`: the address was never proven, so the link ends the password that whoever signed up chose. */
  signIn: ({ url, email, endsPassword = false }: Link & ToAddress & { endsPassword?: boolean }): MailContent => ({
    subject: "Your sign-in link",
    heading: "Sign in to Joinery",
    paragraphs: [`This link signs ${email} in.`],
    button: { label: "Sign in", url },
    after: [
      lasts("15 minutes"),
      ...(endsPassword
        ? [
            "It also proves for the first time that this address is yours. So the password that was chosen at the sign-up ends with it, and whoever is signed in is signed out. You can choose a new one with 'Forgot your password?'.",
          ]
        : []),
      ignore,
    ],
  }),
  appInvitation: ({ url, appName }: Link & { appName: string }): MailContent => ({
    from: appName,
    subject: `You are invited to ${appName}`,
    heading: `Join ${appName}`,
    paragraphs: [`Somebody invited you to ${appName}. Choose a password to come in.`],
    button: { label: "Accept the invitation", url },
    after: [lasts("7 days"), "If you do not know why you got this, you can ignore this mail."],
  }),
  collaboratorInvitation: ({
    url,
    by,
    appName,
    may,
  }: Link & { by: string; appName: string; may: string }): MailContent => ({
    subject: `${by} invites you to build ${appName}`,
    heading: `Build ${appName} together`,
    paragraphs: [`${by} shares the app ${appName} with you in Joinery.`, `What you can do there: ${may}.`],
    button: { label: "Open the app", url },
    after: [lasts("7 days"), "If you do not know why you got this, you can ignore this mail."],
  }),
  /** `endsPassword`: as in `signIn`. */
  appSignIn: ({
    url,
    code,
    appName,
    endsPassword = false,
  }: Link & { code: string; appName: string; endsPassword?: boolean }): MailContent => ({
    from: appName,
    subject: `${code} is your code for ${appName}`,
    heading: `Sign in to ${appName}`,
    paragraphs: ["Enter this code where you asked for it:"],
    code,
    button: { label: "Sign in with a link instead", url },
    after: [
      "The code works once, for 10 minutes.",
      ...(endsPassword
        ? [
            "The password that was chosen at the sign-up ends when this code is used, because the address was never confirmed before, and whoever is signed in with it is signed out. You can choose a new one with 'Forgot your password?'.",
          ]
        : []),
      ignore,
    ],
  }),
  /** No link: the code counts in the session that asked for it alone. */
  appVerifyEmail: ({ code, email, appName }: ToAddress & { code: string; appName: string }): MailContent => ({
    from: appName,
    subject: `${code} is your code for ${appName}`,
    heading: "Verify your email",
    paragraphs: [
      `Enter this code in ${appName} to show that ${email} is yours. What is kept for you there is shown to you then.`,
    ],
    code,
    after: [
      "The code works once, for 10 minutes.",
      "If you did not sign up there, give this code to nobody: somebody else entered your address, and without the code they see nothing of yours.",
    ],
  }),
};
