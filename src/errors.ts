import { TRPCError } from "@trpc/server";

type Row = { code: TRPCError["code"]; message: string };

/**
 * Every refusal: reason → code (which fixes the HTTP status) → message. Texts are the specification's where it gives
 * them.
 */
export const errors = {
  // Doors
  "not-signed-in": { code: "UNAUTHORIZED", message: "Sign in to continue" },
  "not-allowed": { code: "FORBIDDEN", message: "You are not allowed to do this" },
  "admin-only": { code: "FORBIDDEN", message: "Only admins can do this" },
  "app-role": { code: "FORBIDDEN", message: "Your role in this app does not allow this" },
  "not-found": { code: "NOT_FOUND", message: "Not found" },
  "wrong-origin": { code: "FORBIDDEN", message: "This request came from another site" },
  "wrong-content-type": { code: "UNSUPPORTED_MEDIA_TYPE", message: "Send JSON" },
  "body-too-large": { code: "PAYLOAD_TOO_LARGE", message: "The request is too large" },
  "invalid-input": { code: "BAD_REQUEST", message: "The request is not valid" },
  "too-many-requests": { code: "TOO_MANY_REQUESTS", message: "Too many requests, try again later" },
  "too-slow": {
    code: "SERVICE_UNAVAILABLE",
    message: "This took too long and was stopped. Ask for less at once, or try again later",
  },
  unavailable: { code: "SERVICE_UNAVAILABLE", message: "Not available right now, try again later" },
  internal: { code: "INTERNAL_SERVER_ERROR", message: "Something went wrong on our side" },

  // Account (1-platform.md §5, §8)
  "invalid-credentials": { code: "UNAUTHORIZED", message: "Invalid email or password" },
  "account-disabled": { code: "FORBIDDEN", message: "User is disabled, contact us for more info" },
  "too-many-logins": { code: "TOO_MANY_REQUESTS", message: "Too many login attempts, try again later" },
  "email-taken": { code: "CONFLICT", message: "This email is already in use, try logging in" },
  "email-invalid": { code: "BAD_REQUEST", message: "This email is invalid" },
  "sign-up-failed": {
    code: "INTERNAL_SERVER_ERROR",
    message: "Something went wrong in creating account, try again later or contact us",
  },
  "weak-password": { code: "BAD_REQUEST", message: "This password is too weak" },
  "weak-new-password": { code: "BAD_REQUEST", message: "Password is too weak, please try again" },
  "email-unverified": { code: "FORBIDDEN", message: "Verify your email to go on" },
  "link-invalid": { code: "BAD_REQUEST", message: "This link was used or has expired. Ask for a new one." },
  "reset-link-invalid": { code: "BAD_REQUEST", message: "Link invalid, try to reset your password again." },
  "reset-no-account": { code: "NOT_FOUND", message: "User not found or disabled" },
  "reset-failed": { code: "INTERNAL_SERVER_ERROR", message: "Error resetting password!" },
  "wrong-password": { code: "FORBIDDEN", message: "The current password is wrong" },
  "no-password": { code: "CONFLICT", message: "This account has no password yet. Set one in your account settings." },
  "auth/email-already-exists": { code: "CONFLICT", message: "This email is already in use" },
  "email-change-open": { code: "CONFLICT", message: "Both addresses have to confirm the change first" },
  "email-change-none": { code: "NOT_FOUND", message: "There is no change of email to complete" },
  "magic-link-failed": { code: "INTERNAL_SERVER_ERROR", message: "Failed to send magic link. Please try again." },
  "magic-link-invalid": { code: "BAD_REQUEST", message: "Invalid or expired magic link" },
  "magic-sign-in-failed": { code: "INTERNAL_SERVER_ERROR", message: "Failed to sign in with magic link" },
  "code-invalid": { code: "BAD_REQUEST", message: "Invalid or expired magic link" },
  "proof-invalid": { code: "BAD_REQUEST", message: "This code is wrong or has expired" },
  ATTEMPTS_EXCEEDED: { code: "TOO_MANY_REQUESTS", message: "Too many wrong codes. Ask for a new one." },
  "second-step": { code: "UNAUTHORIZED", message: "Confirm that it is you to finish the sign-in" },
  "sign-in-expired": { code: "UNAUTHORIZED", message: "This sign-in took too long. Sign in again." },
  "second-code-wrong": { code: "BAD_REQUEST", message: "This code is wrong or was used. Try the next one." },
  "passkey-invalid": { code: "BAD_REQUEST", message: "This passkey was not accepted. Try again, or another way." },
  "passkey-not-found": { code: "NOT_FOUND", message: "This passkey was removed already" },
  "passkey-exists": { code: "CONFLICT", message: "This passkey was added already" },
  "too-many-passkeys": { code: "CONFLICT", message: "An account has at most 20 passkeys. Remove one first." },
  "authenticator-exists": { code: "CONFLICT", message: "An authenticator app is set up already. Turn it off first." },
  "no-second-factor": { code: "CONFLICT", message: "This account has no second factor" },
  "sale-unknown": { code: "UNAUTHORIZED", message: "This payment is not known yet" },
  "session-not-found": { code: "NOT_FOUND", message: "This session has ended already" },
  "last-admin": { code: "CONFLICT", message: "You are the only admin. Make somebody else an admin first." },

  // Plans and payment
  "upgrade-required": {
    code: "PAYMENT_REQUIRED",
    message: "Your plan does not include this. Upgrade your plan to use it.",
  },
  "payment-unavailable": {
    code: "SERVICE_UNAVAILABLE",
    message: "The payment provider cannot be reached, try again later",
  },

  "products-failed": { code: "BAD_REQUEST", message: "Failed to fetch Gumroad products" },
  "connect-failed": { code: "BAD_REQUEST", message: "Failed to connect to Gumroad" },
  "memberships-need-signup": { code: "CONFLICT", message: "Paid memberships need sign-up: let anybody sign up first" },
  "memberships-not-connected": { code: "CONFLICT", message: "Connect a product first" },
  "membership-needed": { code: "UNAUTHORIZED", message: "This tool is for paying members" },
  "membership-unsold": { code: "CONFLICT", message: "This app sells no membership here" },
  "membership-unknown": {
    code: "BAD_REQUEST",
    message: "This payment is not known, or belongs to somebody else. Check the license key on your receipt.",
  },

  // Admin area
  "account-not-found": { code: "NOT_FOUND", message: "This account does not exist" },
  "job-not-found": { code: "NOT_FOUND", message: "This job did not fail, or is tried again already" },

  // Mail
  "mail-not-found": { code: "NOT_FOUND", message: "This mail does not exist" },
  "no-mail-server": { code: "CONFLICT", message: "No mail server is configured" },

  // Apps and the save flow
  "app-not-found": { code: "NOT_FOUND", message: "This app does not exist or is not yours" },
  "starter-not-found": { code: "NOT_FOUND", message: "This starting point does not exist" },
  "stale-revision": { code: "CONFLICT", message: "Someone saved a newer version meanwhile" },
  "save-app": { code: "BAD_REQUEST", message: "Failed to save app" },
  "slug-taken": { code: "CONFLICT", message: "This address is already in use" },
  "domain-own": {
    code: "BAD_REQUEST",
    message: "This address belongs to this server. Change the app's address instead",
  },
  "domain-taken": { code: "CONFLICT", message: "This domain already leads to another app" },
  "access-wider": {
    code: "CONFLICT",
    message: "This would let more people read or change data than the published version does",
  },
  "publication-not-found": { code: "NOT_FOUND", message: "This publication is no longer kept" },
  "publish-problems": { code: "BAD_REQUEST", message: "The app has problems that keep it from running" },
  "member-email-taken": { code: "CONFLICT", message: "This email is already in use, try logging in" },
  "signup-disabled": {
    code: "FORBIDDEN",
    message: "New members come by invitation only. Ask the owner of this app for one.",
  },
  "signup-not-ready": {
    code: "CONFLICT",
    message: "Publish the app and give it a domain of its own before people can sign up",
  },
  "undo-expired": { code: "CONFLICT", message: "It is too late to undo this. Invite the person again" },
  "invitation-invalid": {
    code: "FORBIDDEN",
    message: "This invitation was used, has expired or was withdrawn. Ask for a new one.",
  },
  "already-collaborator": { code: "CONFLICT", message: "This person builds this app already" },
  "too-many-collaborators": { code: "CONFLICT", message: "An app has at most 50 collaborators and open invitations" },
  "collaborator-not-found": { code: "NOT_FOUND", message: "This person no longer builds this app" },
  "schedule-invalid": { code: "BAD_REQUEST", message: "This is no schedule" },
  "schedule-in-code": {
    code: "CONFLICT",
    message: "The function’s file computes its config. Change the schedule in the code",
  },
  "webhook-not-found": { code: "NOT_FOUND", message: "There is no webhook at this address" },
  "template-not-found": { code: "NOT_FOUND", message: "This template is no longer offered" },
  "claim-unpublished": { code: "CONFLICT", message: "You can't copy invite link until you publish your app." },
  "not-claimable": { code: "CONFLICT", message: "Turn on 'Customers can claim this app' first" },
  "claim-invalid": {
    code: "CONFLICT",
    message:
      "This link or code is wrong, was used, or the app is no longer offered. Ask whoever sent it for a new one.",
  },
  "invitation-not-found": { code: "NOT_FOUND", message: "This invitation does not exist" },
  "already-member": { code: "CONFLICT", message: "This person is a member already" },
  "member-not-found": { code: "NOT_FOUND", message: "This member does not exist" },
  "preview-profile": {
    code: "BAD_REQUEST",
    message: "A preview has no members: publish the app and join it to keep a profile",
  },
  "no-model": { code: "SERVICE_UNAVAILABLE", message: "This app has no AI model to ask" },
  "recipient-not-allowed": { code: "FORBIDDEN", message: "Mail can be sent to members of this app only" },
  "not-published": { code: "NOT_FOUND", message: "This app is not published" },
  "tool-not-found": { code: "NOT_FOUND", message: "Tool with path {path} not found" },

  // Building tools (2-builder.md §5, §8)
  "tool-gone": { code: "NOT_FOUND", message: "This tool does not exist any more" },
  "tool-path": {
    code: "BAD_REQUEST",
    message: "Path should contain only letters, numbers, and dashes. It cannot be empty.",
  },
  "tool-header": { code: "BAD_REQUEST", message: "Your tool should have a header before it is activated." },
  "tool-not-understood": {
    code: "BAD_REQUEST",
    message:
      "I did not understand what this tool is to do. Say what it asks for and what it shows: “a tip calculator that asks for bill, tip and people”",
  },
  "tool-composing": { code: "CONFLICT", message: "This tool is being made already. Wait, or stop it first." },
  "tool-version-gone": { code: "NOT_FOUND", message: "This version does not exist any more" },
  "tool-fields": { code: "BAD_REQUEST", message: "Some fields need another look" },
  "magic-field": { code: "BAD_REQUEST", message: "Failed creating the field" },
  "magic-edit": { code: "BAD_GATEWAY", message: "Magic edit failed" },
  "save-tool": { code: "BAD_REQUEST", message: "Failed to save tool" },
  "save-style": { code: "BAD_REQUEST", message: "Failed to save app style" },
  "save-settings": { code: "BAD_REQUEST", message: "Failed to save app settings" },

  // Runs of tools
  "run-not-found": { code: "NOT_FOUND", message: "This result does not exist" },
  "run-limit": { code: "TOO_MANY_REQUESTS", message: "You have used all runs of this period" },
  "run-input": { code: "BAD_REQUEST", message: "Some fields need another look" },
  "run-not-yours": { code: "FORBIDDEN", message: "Only whoever made this result can change it" },
  "run-fixed": { code: "FORBIDDEN", message: "Results of this tool cannot be edited" },
  "run-busy": { code: "CONFLICT", message: "This result is still being made" },
  "run-session": { code: "BAD_REQUEST", message: "An anonymous visitor names a session" },

  // Files (1-platform.md §8)
  "save-file": { code: "BAD_REQUEST", message: "Failed to save file" },
  "delete-file": { code: "BAD_REQUEST", message: "Failed to delete file" },
  "read-only-file": { code: "FORBIDDEN", message: "This file is read-only" },
  "file-not-found": { code: "NOT_FOUND", message: "File not found" },
  "stale-file": { code: "CONFLICT", message: "This file changed since you opened it" },
  "file-exists": { code: "CONFLICT", message: "A file with this path already exists" },
  "file-path": { code: "BAD_REQUEST", message: "This path is not allowed" },

  // Chat
  "turn-running": { code: "CONFLICT", message: "The assistant is still working on the last message" },
  "fix-loop": {
    code: "CONFLICT",
    message:
      "The same errors came back after two attempts to fix them. Go back to the last good version, or describe the problem in your own words.",
  },
  "model-key": { code: "BAD_REQUEST", message: "Enter the key again: the service or its address has changed" },
  "usage-cap": { code: "TOO_MANY_REQUESTS", message: "This month's budget for AI models is used up" },
  "turn-not-found": { code: "NOT_FOUND", message: "This conversation turn does not exist" },
  "message-not-found": { code: "NOT_FOUND", message: "This message is no longer in the chat" },
  "held-decided": { code: "CONFLICT", message: "This was decided already" },
  "plan-over": { code: "CONFLICT", message: "This plan is over. Ask for a new one." },
  "plan-changed": { code: "CONFLICT", message: "The plan has changed meanwhile: this step has begun or is gone" },
  "plan-empty": { code: "CONFLICT", message: "No step of this plan is left to do" },
  "plan-starter": {
    code: "FORBIDDEN",
    message: "Whoever started this plan may no longer change this app. Continue it in your name.",
  },
  "import-unreadable": { code: "BAD_REQUEST", message: "The list of tables to reuse could not be read" },
  "already-rated": { code: "CONFLICT", message: "already rated" },
  "rating-failed": { code: "BAD_REQUEST", message: "Failed to submit rating. Please try again." },
  "empty-message": { code: "BAD_REQUEST", message: "Write a message first" },

  // The assistant of a published app
  "assistant-off": { code: "NOT_FOUND", message: "This app has no assistant" },
  "assistant-resting": {
    code: "SERVICE_UNAVAILABLE",
    message: "The assistant cannot answer right now, try again later",
  },

  // Versions (2-builder.md §8)
  "version-not-found": { code: "NOT_FOUND", message: "This version does not exist" },
  "restore-version": { code: "BAD_REQUEST", message: "Failed to restore version" },
  "rows-not-kept": { code: "BAD_REQUEST", message: "What the rows were at that time is no longer kept" },
  "no-message-id": { code: "BAD_REQUEST", message: "No message ID found for this version" },

  // Entities (2-builder.md §8)
  "entity-not-found": { code: "NOT_FOUND", message: "This table does not exist" },
  "slot-taken": { code: "CONFLICT", message: "Somebody has this time already. Choose another one" },
  "value-taken": { code: "CONFLICT", message: "Another row has this value already" },
  "values-repeat": { code: "CONFLICT", message: "Some values are there more than once" },
  "row-not-found": { code: "NOT_FOUND", message: "This row does not exist" },
  "invalid-row": { code: "BAD_REQUEST", message: "Some values do not fit" },
  "values-lost": { code: "CONFLICT", message: "Some values would be lost" },
  "csv-unreadable": { code: "BAD_REQUEST", message: "Failed to parse CSV file. Please check the format." },
  "import-not-found": { code: "NOT_FOUND", message: "This import does not exist" },
  "import-state": { code: "CONFLICT", message: "This import is at another step by now" },
  "invalid-query": { code: "BAD_REQUEST", message: "This filter or sort is not valid" },

  // Functions and secrets (1-platform.md §8)
  missing_secrets: { code: "BAD_REQUEST", message: "Missing required secrets" },
  "function-name": { code: "BAD_REQUEST", message: "Could not determine function name" },
  "function-not-found": { code: "NOT_FOUND", message: "This function is not deployed" },
  "function-timeout": { code: "GATEWAY_TIMEOUT", message: "The function did not answer in time" },
  "function-stopped": { code: "BAD_GATEWAY", message: "The function was stopped before it answered" },
  "function-unavailable": { code: "SERVICE_UNAVAILABLE", message: "Functions cannot run right now, try again later" },
  "deploy-failed": { code: "BAD_REQUEST", message: "Failed to deploy function. Please try again." },
  "secret-incomplete": {
    code: "BAD_REQUEST",
    message: "Please provide both key and value for all secrets or remove empty ones",
  },
  "secret-not-requested": { code: "FORBIDDEN", message: "The assistant did not ask for this secret" },
  "secret-repeated": { code: "BAD_REQUEST", message: "Each key can be used once" },
  "secret-rename": { code: "BAD_REQUEST", message: "Saved keys cannot be renamed" },
  "secrets-save": { code: "BAD_REQUEST", message: "Failed to save secrets" },

  // Data sources (1-platform.md §5, §8)
  "item-not-found": { code: "NOT_FOUND", message: "This item does not exist" },
  "integration-off": { code: "BAD_REQUEST", message: "This is not set up on this server" },
  "integration-failed": { code: "BAD_REQUEST", message: "The connection could not be made. Try again." },
  "empty-text": { code: "BAD_REQUEST", message: "Please enter some text" },

  // Uploads
  "app-full": { code: "PAYLOAD_TOO_LARGE", message: "This app's storage is full. Its owner can delete rows or files" },
  "storage-full": {
    code: "PAYLOAD_TOO_LARGE",
    message: "This server's storage is full. Whoever runs it can delete data or allow more",
  },
  "profile-full": { code: "PAYLOAD_TOO_LARGE", message: "A profile holds at most 50,000 characters" },
  "file-too-big": { code: "BAD_REQUEST", message: "File size to large" },
  "no-file": { code: "BAD_REQUEST", message: "Please upload a file" },
} as const satisfies Record<string, Row>;

export type ErrorReason = keyof typeof errors;

/** Error body of every door; clients branch on `code`, which is the reason. */
export type ErrorBody = { error: { code: string; message: string; details?: unknown } };

/**
 * A refusal for people.
 * @param details machine-readable, sent to the client: never put secrets or SQL here
 * @param message replaces the table's text where the specification's text contains a value
 */
export class AppError extends TRPCError {
  constructor(
    readonly reason: ErrorReason,
    readonly details?: unknown,
    message: string = errors[reason].message,
  ) {
    super({ code: errors[reason].code, message });
    this.name = "AppError";
  }
}
