import type { Database } from "./open";

type Write<Item, Answer> = {
  one: (db: Database, item: Item) => Promise<Answer | undefined>;
  many: (db: Database, items: Item[]) => Promise<Map<string, Answer>>;
};

/** Each write alone: there is one app, and its engine is in this process. */
export const writeTogether =
  <Item, Answer>({ one }: Write<Item, Answer>) =>
  (db: Database, _line: string, item: Item): Promise<Answer | undefined> =>
    one(db, item);
