import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, waitFor, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { trpc } from "@/api/client";
import { SignIn } from "@/features/account/ui/SignIn";
import { inProcess } from "../support/show";
import { World } from "../support/world";

const visited = vi.hoisted(() => [] as string[]);
vi.mock("next/navigation", () => ({
  useRouter: () => ({ replace: (path: string) => void visited.push(path) }),
  useSearchParams: () => new URLSearchParams("redirectTo=/settings"),
}));

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
afterEach(cleanup);

/** The page as the server sent it, before its scripts ran. */
function served() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const page = (
    <MantineProvider env="test">
      <trpc.Provider client={trpc.createClient({ links: [inProcess(world.anonymous)] })} queryClient={client}>
        <QueryClientProvider client={client}>
          <SignIn mayBeSignedIn={false} />
        </QueryClientProvider>
      </trpc.Provider>
    </MantineProvider>
  );
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(page);
  return { ...within(container), container, hydrate: () => render(page, { container, hydrate: true }) };
}

it("leads to every other way in by links, which need no script and keep where one wanted to go", () => {
  const page = served();
  for (const [name, view] of [
    ["Create an account", "sign-up"],
    ["Forgot your password?", "reset"],
    ["Email me a link", "link"],
  ] as const)
    expect(page.getByRole("link", { name }).getAttribute("href")).toBe(`/login?redirectTo=%2Fsettings&view=${view}`);
});

it("sends nothing before it is hydrated, and then what was typed before", async () => {
  await world.signUp("ada@example.com");
  const page = served();
  const field = (name: string) => page.container.querySelector<HTMLInputElement>(`input[name=${name}]`)!;
  field("email").value = "ada@example.com";
  field("password").value = "not her password";
  expect(page.getByRole<HTMLButtonElement>("button", { name: "Sign in" }).disabled).toBe(true);
  page.hydrate();
  await waitFor(() => expect(page.getByRole<HTMLButtonElement>("button", { name: "Sign in" }).disabled).toBe(false));
  fireEvent.click(page.getByRole("button", { name: "Sign in" }));
  await page.findByRole("alert");
  expect(page.queryByText("This email is invalid")).toBeNull();
  expect(field("email").value).toBe("ada@example.com");
});
