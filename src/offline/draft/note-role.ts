import "server-only";
import type { Draft } from "./draft";

/** Says that people of a role have to be given it. */
export const noteRole = ({ assumed }: Draft, role: string): void => {
  const note = `“${role}” is a role: give it to a member when you invite them, or on the Members page.`;
  if (!assumed.includes(note)) assumed.push(note);
};
