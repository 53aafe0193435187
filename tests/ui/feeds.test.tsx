import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Row, table, text } from "../support/kit-table";

// By variables: the kit has a configuration of its own, in which its types are checked (src/shipped/tsconfig.json).
const feed: string = "@/components/ui/feed";
const api: string = "@/api/entities";
const form: string = "@/components/ui/public-form";
const detail: string = "@/components/ui/detail-page";

beforeAll(() => {
  // The kit's client reads the page's configuration when it is loaded.
  document.body.innerHTML =
    '<script type="application/json" id="joinery-config">{"appId":"a","mode":"preview"}</script>';
});

async function load(module: string, name: string) {
  return ((await import(module)) as Record<string, ComponentType<Record<string, unknown>>>)[name]!;
}
const time = { type: "string", format: "date-time" };

describe("A feed of reviews", () => {
  it("says of what each is and its stars, and its author once", async () => {
    const Feed = await load(feed, "Feed");
    const cup = {
      ...table("Cup", { name: text }, ["name"], []),
      filter: () => Promise.resolve([{ id: "c", name: "Espresso cup" }]),
    };
    const reviews = {
      ...table(
        "CupReview",
        {
          cup: { ...text, "x-reference": "Cup" },
          stars: { type: "integer" },
          author: text,
          comment: { ...text, "x-display": "longtext" },
        },
        ["author"],
        [
          {
            id: "r",
            cup: "c",
            stars: 4,
            author: "Grace O.",
            comment: "A little heavy.",
            createdAt: new Date().toISOString(),
          },
        ],
      ),
      related: () => ({ ...cup, access: () => Promise.resolve({ canRead: true }) }),
    };
    render(<Feed entity={reviews} title="Reviews" />);
    await screen.findByRole("heading", { name: "Espresso cup" });
    expect(screen.getByRole("img", { name: "4 of 5 stars" })).toBeTruthy();
    expect(screen.getAllByText("Grace O.")).toHaveLength(1);
  });
});

describe("A like", () => {
  const shown = async (given: Row[]) => {
    const { User } = (await import(api)) as { User: Record<string, () => unknown> };
    vi.spyOn(User, "isSignedIn").mockReturnValue(true);
    vi.spyOn(User, "me").mockResolvedValue({ id: "me", email: "ada@example.com" });
    const Feed = await load(feed, "Feed");
    const post = table(
      "Talk",
      { title: text, author: text, written_at: time },
      ["title"],
      [{ id: "p", title: "Hello", author: "Ben", written_at: "2024-05-01T10:00:00Z" }],
    );
    const gone = vi.fn(() => Promise.resolve());
    const filter = vi.fn(() => Promise.resolve(given));
    const like = { ...table("Cheer", { post: text, person: text }, ["post"], given), filter, delete: gone };
    render(<Feed entity={post} likes={{ entity: like, by: "post" }} />);
    return { like, gone, filter };
  };

  it("that was given before is shown as such, and taken back by the next press", async () => {
    const { like, gone, filter } = await shown([{ id: "l", post: "p", creatorId: "me" }]);
    await userEvent.click(await screen.findByRole("button", { name: /^Like/, pressed: true }));
    await waitFor(() => expect(gone).toHaveBeenCalledWith("l"));
    await screen.findByRole("button", { name: /^Like/, pressed: false });
    expect(filter).toHaveBeenCalledWith({ post: { $in: ["p"] }, creatorId: "me" }, "createdAt", 500);
    expect(like.create).not.toHaveBeenCalled();
  });
});

describe("A form that lacks something", () => {
  it("says so in words, and goes to the first such field", async () => {
    const PublicForm = await load(form, "PublicForm");
    const booking = table("Trip", { name: text, starts_at: time }, ["name", "starts_at"], []);
    render(<PublicForm entity={booking} title="Book" />);
    await userEvent.type(screen.getByLabelText(/^Name/), "Ada");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await screen.findByText("Choose a date and time");
    expect(document.activeElement).toBe(screen.getByLabelText(/^Starts at/));
  });
});

describe("The page of something that is gone", () => {
  it("says so, and leads to the others", async () => {
    const DetailPage = await load(detail, "DetailPage");
    const gone = Object.assign(new Error("This row does not exist"), { status: 404 });
    const course = { ...table("Course", { name: text }, ["name"], []), get: () => Promise.reject(gone) };
    render(<DetailPage entity={course} id="old" />, { wrapper: MemoryRouter });
    await screen.findByText("This course is not here");
    expect(screen.queryByText("Try again")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "See all courses" }));
  });
});

describe("The card of a thing", () => {
  it.each([
    [{ capacity: 8 }, "Capacity 8"],
    [{ duration: 75 }, "Duration 75"],
    [{ seats: 6 }, "6 seats"],
    [{ seats: 1 }, "1 seat"],
  ])("counts what can be counted: %j", async (values, words) => {
    const GalleryCard = await load("@/components/ui/gallery", "GalleryCard");
    const [name] = Object.keys(values) as [string];
    const room = table(`Room${words}`, { name: text, [name]: { type: "number" } }, ["name"], []);
    render(<GalleryCard entity={room} row={{ id: "r", name: "Blue", ...values }} to="/r" />, { wrapper: MemoryRouter });
    expect(screen.getByText(words)).toBeTruthy();
  });
});
