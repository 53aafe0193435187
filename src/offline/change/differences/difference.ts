import "server-only";

/** One way in which the app differs from before. */
export type Difference = {
  /** For tests and benches: "+field Contact.phone phone". */
  line: string;
  /** For people. */
  said: string;
  /** What the difference is about, in words that a request may have used. */
  about: string[];
};

/** What is told after a change: who may do what with a table once, as it is now. */
export function toldWith(told: string[], differences: Difference[]): string[] {
  const overtaken = differences.flatMap(({ line, said }) => (line.startsWith("access ") ? [said.split(": ")[0]!] : []));
  const isAccess = (line: string, title: string) =>
    line.startsWith(`${title}: `) && /\bcan (?:view|edit|submit)\b/.test(line);
  const still = told.filter((line) => !overtaken.some((title) => isAccess(line, title)));
  return [...still, ...differences.map(({ said }) => said)];
}

export const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
