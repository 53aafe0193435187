/** More rows than this, added by a turn to existing entities, are held for the builder's OK. */
export const rowsUnasked = 20;

/** Chat attachments: at most 10 files of 10 MiB each (design §6). */
export const attachmentsMax = 10;
export const attachmentBytesMax = 10 * 1024 * 1024;

/** The words of the 'Let's keep going' button (2-builder.md §4). */
export const continueMessage = "Let's keep going";

/** Job queue of turns. */
export const turnJob = "chat-turn";

/** Characters of a request: room for a pasted specification; files belong in attachments. */
export const requestMax = 20_000;

/** A person's standing instructions to the assistant, for one app or for all of theirs. */
export const standingMax = 4_000;

export const standingSaved = "Saved. The next answer keeps to it.";
