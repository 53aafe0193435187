import type { Database } from "./open";

type Read<Item, Answer> = {
  one: (db: Database, item: Item) => Promise<Answer | undefined>;
  many: (db: Database, items: Item[]) => Promise<(Answer | undefined)[]>;
};

/** Each read alone: there is one app, and its engine is in this process. */
export const readTogether =
  <Item, Answer>({ one }: Read<Item, Answer>) =>
  (db: Database, _line: string, item: Item): Promise<Answer | undefined> =>
    one(db, item);
