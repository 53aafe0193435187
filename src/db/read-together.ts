import "server-only";
import { byKey } from "./caller";
import { type Batching, batchMax, inBatches } from "./in-batches";

/**
 * Coalesces concurrent reads by key, as `inBatches` has it. A read starts after it was asked for, so that it sees every
 * write that was answered before. Readers have lines and connections of their own: none waits behind a write.
 */
export const readTogether = <Item, Answer>({ one, many }: Pick<Batching<Item, Answer>, "one" | "many">) =>
  inBatches<Item, Answer>({
    take: (waiting) => ({ batch: waiting.slice(0, batchMax), rest: waiting.slice(batchMax) }),
    one,
    many: (db, items) => byKey(() => many(db, items)),
  });
