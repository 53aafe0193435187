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

describe("A post", () => {
  const state = { ...text, enum: ["draft", "published"], default: "draft" };
  const long = { ...text, "x-display": "longtext" };
  const posts = (rows: Row[]) =>
    table(
      "Note",
      { title: text, author: text, written_at: time, status: state, summary: long, text: long },
      ["title"],
      rows,
    );

  it("shows its text where it has no summary, and says of no state but that it is a draft", async () => {
    const Feed = await load(feed, "Feed");
    const rows = [
      { id: "a", title: "One", author: "Ada", status: "published", text: "All of it" },
      { id: "b", title: "Two", author: "Ada", status: "draft", summary: "In short", text: "At length" },
    ];
    render(<Feed entity={posts(rows)} />);
    await screen.findByText("All of it");
    expect(screen.getByText("In short")).toBeTruthy();
    expect(screen.queryByText("Published")).toBeNull();
    expect(screen.getByText("Draft")).toBeTruthy();
  });

  it("is seen by others at once, and its form does not ask who writes it", async () => {
    const Feed = await load(feed, "Feed");
    const entity = posts([]);
    render(<Feed entity={entity} />);
    await userEvent.click(await screen.findByRole("button", { name: /New note/ }));
    await userEvent.type(await screen.findByLabelText(/^Title/), "Hello");
    expect(screen.queryByLabelText(/^(?:Author|Status|Written at)/)).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(entity.create).toHaveBeenCalled());
    expect(entity.create.mock.calls[0]![0]).toMatchObject({ title: "Hello", status: "published" });
    expect(entity.create.mock.calls[0]![0]["author"]).toBeTruthy();
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

describe("A thing that people write about", () => {
  const shown = async (addsOnceSignedIn: boolean) => {
    const DetailPage = await load(detail, "DetailPage");
    const cup = { id: "c", name: "Cup", stock: 0 };
    const access = { canAdd: true, addsOnceSignedIn, canChange: () => false, canDelete: () => false };
    const open = { "x-accessControl": { permissions: { read: "anonymous", write: "admin" } } };
    const plain = table("Cup", { name: text, stock: { type: "integer" } }, ["name"], [cup]);
    const product = { ...plain, get: () => Promise.resolve(cup), schema: () => ({ ...plain.schema(), ...open }) };
    const voices = {
      ...table("Voice", { cup: text, author: text }, ["author"], []),
      access: () => Promise.resolve(access),
    };
    const order = table("Order", { name: text, cup: text }, ["name"], []);
    const offers = [{ entity: order, by: "cup", label: "Order", only: ["name"] }];
    render(<DetailPage entity={product} id="c" offers={offers} reviews={{ entity: voices, by: "cup" }} />, {
      wrapper: MemoryRouter,
    });
    await screen.findByRole("heading", { name: "Cup" });
  };

  it("asks strangers to sign in before they write, where they have to", async () => {
    await shown(true);
    await screen.findByRole("button", { name: "Sign in to write a voice" });
    expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
  });

  it("is no longer sold when it is sold out", async () => {
    await shown(false);
    await screen.findByRole("button", { name: "Send" });
    expect(screen.getByRole("button", { name: "Sold out" })).toHaveProperty("disabled", true);
    expect(screen.queryByRole("button", { name: "Order" })).toBeNull();
  });
});

describe("The card of a thing", () => {
  it.each([
    [{ capacity: 8 }, "Capacity 8"],
    [{ duration: 75 }, "Duration 75"],
    [{ seats: 6 }, "6 seats"],
    [{ seats: 1 }, "1 seat"],
    [{ copies: 1 }, "1 copy"],
    [{ year: 1954 }, "Year 1954"],
    [{ views: 1954 }, "1954 views"],
    [{ floor: "1" }, "Floor 1"],
    [{ place: "Basement" }, "Basement"],
  ])("counts what can be counted: %j", async (values, words) => {
    const GalleryCard = await load("@/components/ui/gallery", "GalleryCard");
    const [name] = Object.keys(values) as [string];
    const room = table(
      `Room${words}`,
      { name: text, [name]: { type: typeof values[name as keyof typeof values] } },
      ["name"],
      [],
    );
    render(<GalleryCard entity={room} row={{ id: "r", name: "Blue", ...values }} to="/r" />, { wrapper: MemoryRouter });
    expect(screen.getByText(words)).toBeTruthy();
  });

  it("names its amounts where there are two", async () => {
    const GalleryCard = await load("@/components/ui/gallery", "GalleryCard");
    const amount = { type: "number", "x-display": "money" };
    const campaign = table("Campaign", { name: text, goal: amount, raised: amount }, ["name"], []);
    const row = { id: "c", name: "Roof", goal: 900, raised: 20 };
    render(<GalleryCard entity={campaign} row={row} to="/c" />, { wrapper: MemoryRouter });
    expect(screen.getByText("Goal")).toBeTruthy();
    expect(screen.getByText("Raised")).toBeTruthy();
  });
});
