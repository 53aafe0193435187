import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { configure, render } from "@testing-library/react";
import { type TRPCLink, TRPCClientError } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { ReactElement } from "react";
import { trpc } from "@/api/client";
import { describeError } from "@/api/procedures";
import type { AppRouter } from "@/doors/router";
import type { Plans } from "@/features/build-plans/ui/use-plans";

// Real procedures on a real database may be slow on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

type Call = (input: unknown) => Promise<unknown>;

/** A refusal as the server words it, with its reason; what no procedure threw reads as a lost connection. */
function asAnswered(error: Error): TRPCClientError<AppRouter> {
  const { message, ...data } = describeError(error);
  if (data.reason === "internal") return TRPCClientError.from(error);
  return TRPCClientError.from({ error: { message, code: -32_000, data } as never });
}

/** A tRPC link that calls procedures in this process. */
export function inProcess(api: object): TRPCLink<AppRouter> {
  return () =>
    ({ op }) =>
      observable((observer) => {
        const [room, verb] = op.path.split(".") as [string, string];
        const call = (api as Record<string, Record<string, Call>>)[room]![verb]!;
        call(op.input).then(
          (data) => {
            observer.next({ result: { type: "data", data } });
            observer.complete();
          },
          (error: unknown) => observer.error(asAnswered(error as Error)),
        );
      });
}

/** Renders a panel as a caller of a World: `showWith(builder.api, <Panel appId={appId} />)`. */
export function showWith(api: object, panel: ReactElement) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <MantineProvider env="test">
      <trpc.Provider client={trpc.createClient({ links: [inProcess(api)] })} queryClient={queries}>
        <QueryClientProvider client={queries}>{panel}</QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>,
  );
}

const nothing = () => undefined;

/** A chat without plans. */
export const noPlans: Plans = {
  list: [],
  open: undefined,
  isSending: false,
  change: nothing,
  start: nothing,
  skip: nothing,
  stop: nothing,
  dismiss: nothing,
};
