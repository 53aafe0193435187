import type { OperationResultEnvelope, TRPCClientError, TRPCLink } from "@trpc/client";
import type { AnyRouter } from "@trpc/server";
import { observable, type Observable, type Observer } from "@trpc/server/observable";
import { stringify } from "superjson";

/** Two clicks of a double click, or Enter held down. */
const doubleMs = 1_000;

type Failure = TRPCClientError<AnyRouter>;
type Result = OperationResultEnvelope<unknown, Failure>;
type Call = { input: unknown; at: number; answer: Observable<Result, Failure> };

/** Files and forms have no text by which to compare them. */
const isPlain = (input: unknown) => !(input instanceof FormData || input instanceof Blob);

const isSame = (one: unknown, other: unknown) => stringify(one) === stringify(other);

/** One request for all who subscribe before it ends. tRPC's own `share` skips an observer when a call fails. */
function shared(source: Observable<Result, Failure>, onEnd: () => void): Observable<Result, Failure> {
  const observers = new Set<Observer<Result, Failure>>();
  const tell = (one: (observer: Observer<Result, Failure>) => void) => [...observers].forEach(one);
  let request: { unsubscribe: () => void } | undefined;
  return observable((observer) => {
    observers.add(observer);
    request ??= source.subscribe({
      next: (result) => tell(({ next }) => next(result)),
      error: (failure) => {
        onEnd();
        tell(({ error }) => error(failure));
      },
      complete: () => {
        onEnd();
        tell(({ complete }) => complete());
      },
    });
    return () => {
      observers.delete(observer);
      if (observers.size > 0) return;
      onEnd();
      request?.unsubscribe();
    };
  });
}

/**
 * Deduplicates double submits: a mutation that repeats the last one of its path while that one is in flight gets its
 * answer and is not sent. A button's `loading` comes a render too late for the second click of a double click.
 */
export const joinDoubles: TRPCLink<AnyRouter> = () => {
  const last = new Map<string, Call>();
  return ({ op, next }) => {
    const { type, path, input } = op;
    if (type !== "mutation" || !isPlain(input)) return next(op);
    const before = last.get(path);
    if (before && Date.now() - before.at < doubleMs && isSame(before.input, input)) return before.answer;
    const forget = () => void (last.get(path) === call && last.delete(path));
    const call: Call = { input, at: Date.now(), answer: shared(next(op), forget) };
    last.set(path, call);
    return call.answer;
  };
};
