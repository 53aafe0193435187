import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type Row, table, text } from "../support/kit-table";

// By a variable: the kit has a configuration of its own, in which its types are checked (src/shipped/tsconfig.json).
const feed: string = "@/components/ui/feed";

beforeAll(() => {
  // The kit's client reads the page's configuration when it is loaded.
  document.body.innerHTML =
    '<script type="application/json" id="joinery-config">{"appId":"a","mode":"preview"}</script>';
});

async function show() {
  const { Feed } = (await import(feed)) as { Feed: ComponentType<Record<string, unknown>> };
  const post = table(
    "Post",
    { title: text, author: text, written_at: { type: "string", format: "date-time" } },
    ["title"],
    [
      {
        id: "p",
        title: "Hello",
        author: "Ada",
        written_at: "2024-05-01T10:00:00Z",
        createdAt: new Date().toISOString(),
      },
    ],
  );
  const reply = table(
    "Reply",
    {
      post: { type: "string", "x-reference": "Post" },
      author: text,
      text,
      written_at: { type: "string", format: "date-time" },
    },
    ["post", "author", "text"],
    [{ id: "r", post: "p", author: "Ben", text: "Hi", createdAt: new Date().toISOString() }],
  );
  const like = table(
    "Like",
    { post: text, person: text, date: { type: "string", format: "date" } },
    ["post", "person"],
    [],
  );
  render(<Feed entity={post} comments={{ entity: reply, by: "post" }} likes={{ entity: like, by: "post" }} />);
  await screen.findByText("Hello");
  return { post, reply, like };
}

describe("A feed", () => {
  it("takes a comment whose table requires an author", async () => {
    const { reply } = await show();
    await userEvent.click(await screen.findByRole("button", { name: "1 comment" }));
    await userEvent.type(screen.getByLabelText("Write a comment"), "Me too{Enter}");
    await waitFor(() => expect(reply.create).toHaveBeenCalled());
    const [row] = reply.create.mock.calls[0]!;
    expect(row).toMatchObject({ post: "p", text: "Me too", author: expect.any(String) as string });
    expect(Date.parse(String(row.written_at))).toBeGreaterThan(Date.now() - 60_000);
  });

  it("takes a like whose table requires a person", async () => {
    const { like } = await show();
    await userEvent.click(screen.getByRole("button", { name: /^Like/ }));
    await waitFor(() => expect(like.create).toHaveBeenCalled());
    await expect(like.create.mock.results[0]!.value).resolves.toMatchObject({ post: "p" });
  });

  it("says when a post was written by its own field, and asks for the newest by it", async () => {
    const { post } = await show();
    expect(screen.queryByText("just now")).toBeNull();
    expect(post.page).toHaveBeenCalledWith(expect.objectContaining({ sort: "-written_at" }));
  });
});

describe("A form for visitors", () => {
  it("sends the first state and the day along, which it does not ask for", async () => {
    const form: string = "@/components/ui/public-form";
    const { PublicForm } = (await import(form)) as { PublicForm: ComponentType<Record<string, unknown>> };
    const application = table(
      "Application",
      {
        name: text,
        stage: { type: "string", enum: ["applied", "hired"], default: "applied" },
        applied_on: { type: "string", format: "date" },
      },
      ["name", "stage"],
      [],
    );
    render(<PublicForm entity={application} title="Apply" fields={["name"]} />);
    await userEvent.type(screen.getByLabelText(/^Name/), "Ada");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await screen.findByText("Thank you");
    expect(application.create).toHaveBeenCalledWith({
      name: "Ada",
      stage: "applied",
      applied_on: new Date().toISOString().slice(0, 10),
    });
  });
});

describe("A day that says when somebody came", () => {
  it.each(["enrolled_on", "signed_up_at", "joined_on", "joined", "member_since", "subscribed_on"])(
    "is today where nobody is asked for it: %s",
    async (name) => {
      const own: string = "@/lib/own";
      const { unaskedValues, askedOfOwn } = (await import(own)) as {
        unaskedValues: (entity: unknown, asked: string[]) => object;
        askedOfOwn: (fields: object[]) => { name: string }[];
      };
      const property = { type: "string", format: "date" };
      const signUp = table("SignUp", { name: text, [name]: property }, ["name"], []);
      expect(unaskedValues(signUp, ["name"])).toEqual({ [name]: new Date().toISOString().slice(0, 10) });
      expect(askedOfOwn([{ name, kind: "date", property, isRequired: false }])).toEqual([]);
    },
  );
});

describe("A form for visitors who are signed in", () => {
  const email = { type: "string", format: "email" };
  const inquiry = () => table("Inquiry", { name: text, email, subject: text }, ["name", "email"], []);
  const form: string = "@/components/ui/public-form";
  const valueOf = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
  const signIn = async (me: object) => {
    const api: string = "@/api/entities";
    const { User } = (await import(api)) as { User: Record<string, (data?: object) => unknown> };
    vi.spyOn(User, "isSignedIn").mockReturnValue(true);
    vi.spyOn(User, "me").mockResolvedValue(me);
    return { update: vi.spyOn(User, "updateMe").mockResolvedValue(me) };
  };
  const show = async (entity: object) => {
    const { PublicForm } = (await import(form)) as { PublicForm: ComponentType<Record<string, unknown>> };
    render(<PublicForm entity={entity} title="Write to us" />);
  };

  it("has their address and name in it, and those alone", async () => {
    await signIn({ id: "m", email: "ada@example.com", full_name: "Ada Byron", createdAt: "2026-01-01" });
    await show(inquiry());
    await waitFor(() => expect(valueOf(/^Email/)).toBe("ada@example.com"));
    expect(valueOf(/^Name/)).toBe("Ada Byron");
    expect(valueOf(/^Subject/)).toBe("");
  });

  it("does not take a name that belongs to something else for theirs", async () => {
    await signIn({ id: "m", email: "ada@example.com", full_name: "Ada Byron", createdAt: "2026-01-01" });
    await show(table("Suggestion", { name: text, subject: text }, ["name"], []));
    await screen.findByLabelText(/^Subject/);
    expect(valueOf(/^Name/)).toBe("");
  });

  it("keeps the name that they gave for the next one", async () => {
    const { update } = await signIn({ id: "m", email: "ada@example.com", createdAt: "2026-01-01" });
    await show(inquiry());
    await waitFor(() => expect(valueOf(/^Email/)).toBe("ada@example.com"));
    await userEvent.type(screen.getByLabelText(/^Name/), "Ada Byron");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await screen.findByText("Thank you");
    await waitFor(() => expect(update).toHaveBeenCalledWith({ full_name: "Ada Byron" }));
  });
});

describe("The page of a thing", () => {
  const mug = { id: "m", name: "Mug", price: 12, stock: 4, sku: "MUG-1", supplier: "Acme", cost: 3 };
  const shown = async (read: string, row: Row = mug) => {
    const detail: string = "@/components/ui/detail-page";
    const { DetailPage } = (await import(detail)) as { DetailPage: ComponentType<Record<string, unknown>> };
    const number = { type: "number" };
    const properties = { name: text, price: number, stock: number, sku: text, supplier: text, cost: number };
    const product = { ...table(`Mug${read}`, properties, ["name"], [row]), get: () => Promise.resolve(row) };
    const schema = { ...product.schema(), "x-accessControl": { permissions: { read, write: "admin" } } };
    render(<DetailPage entity={{ ...product, schema: () => schema }} id="m" />, { wrapper: MemoryRouter });
    await screen.findByRole("heading", { name: "Mug" });
    return screen.getAllByRole("term").map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
  };

  it("tells visitors whether there is any, and nothing that a shop keeps to itself", async () => {
    expect(await shown("anonymous")).toEqual(["Availability: In stock", expect.stringMatching(/^Price: .*12/)]);
  });

  it("says to visitors when it is sold out", async () => {
    expect(await shown("anonymous", { ...mug, stock: 0 })).toContain("Availability: Sold out");
  });

  it("tells everything to those who work with it", async () => {
    expect(await shown("all")).toEqual([
      expect.stringMatching(/^Price/),
      "Stock: 4",
      "SKU: MUG-1",
      "Supplier: Acme",
      expect.stringMatching(/^Cost/),
    ]);
  });
});

describe("A thing that names somebody whom visitors do not see", () => {
  it("is shown without them, and asks nobody to sign in", async () => {
    const detail: string = "@/components/ui/detail-page";
    const { DetailPage } = (await import(detail)) as { DetailPage: ComponentType<Record<string, unknown>> };
    const yoga = { id: "y", name: "Morning flow", room: "Sun room", teacher: "t1" };
    const filter = vi.fn();
    const closed = {
      ...table("Teacher", { name: text }, [], []),
      filter,
      access: () => Promise.resolve({ canRead: false }),
    };
    const lesson = {
      ...table("Lesson", { name: text, room: text, teacher: { ...text, "x-reference": "Teacher" } }, ["name"], [yoga]),
      get: () => Promise.resolve(yoga),
      related: () => closed,
    };
    render(<DetailPage entity={lesson} id="y" />, { wrapper: MemoryRouter });
    await screen.findByRole("heading", { name: "Morning flow" });
    await waitFor(() => expect(screen.getAllByRole("term").map((term) => term.textContent)).toEqual(["Room"]));
    expect(filter).not.toHaveBeenCalled();
  });
});

describe("What visitors can do about a thing", () => {
  it("is sent, and the page goes on saying that it came", async () => {
    const detail: string = "@/components/ui/detail-page";
    const { DetailPage } = (await import(detail)) as { DetailPage: ComponentType<Record<string, unknown>> };
    const northwind = { id: "b", name: "Northwind" };
    const boat = { ...table("Boat", { name: text }, ["name"], [northwind]), get: () => Promise.resolve(northwind) };
    const booking = table("Booking", { name: text, boat: text }, ["name"], []);
    const offers = [{ entity: booking, by: "boat", label: "Book now", only: ["name"] }];
    render(<DetailPage entity={boat} id="b" offers={offers} />, { wrapper: MemoryRouter });
    await userEvent.click(await screen.findByRole("button", { name: "Book now" }));
    await userEvent.type(screen.getByLabelText(/^Name/), "Ada");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await screen.findByText("Thank you. Your booking has been received.");
    expect(booking.create).toHaveBeenCalledWith({ name: "Ada", boat: "b" });
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("Times of a staff", () => {
  it("are those of the one who is chosen", async () => {
    const picker: string = "@/components/ui/slot-picker";
    const { SlotPicker } = (await import(picker)) as { SlotPicker: ComponentType<Record<string, unknown>> };
    const people = [
      { id: "s1", name: "Elise" },
      { id: "s2", name: "Paolo" },
    ];
    const stylist = table("Stylist", { name: text }, ["name"], people);
    const properties = {
      name: text,
      with: { ...text, "x-reference": "Stylist" },
      starts_at: { type: "string", format: "date-time" },
      booked_on: { type: "string", format: "date" },
    };
    const taken = vi.fn((_from: string, _to: string, per?: { with?: string }) => {
      const morning = new Date();
      morning.setDate(morning.getDate() + 1);
      morning.setHours(9, 0, 0, 0);
      return Promise.resolve(per?.with === "s1" ? [morning.toISOString()] : []);
    });
    const booking = { ...table("Visit", properties, ["name", "with", "starts_at"], []), taken, related: () => stylist };
    const schema = { ...booking.schema(), "x-noOverlap": { field: "starts_at", minutes: 60, per: ["with"] } };
    const asked = { by: "starts_at", only: ["name", "with"], daysOff: [] };
    render(<SlotPicker entity={{ ...booking, schema: () => schema }} title="Book" {...asked} />, {
      wrapper: MemoryRouter,
    });
    const nines = async () =>
      (await screen.findAllByRole<HTMLButtonElement>("button", { name: /^0?9:00/ })).map(({ disabled }) => disabled);
    await screen.findByRole("button", { name: "Elise", pressed: true });
    await waitFor(async () => expect((await nines())[1]).toBe(true));
    await userEvent.click(screen.getByRole("button", { name: "Paolo" }));
    await waitFor(async () => expect((await nines())[1]).toBe(false));
    const free = (await screen.findAllByRole<HTMLButtonElement>("button", { name: /^0?9:00/ }))[1]!;
    await userEvent.click(free);
    await userEvent.type(await screen.findByLabelText(/^Name/), "Ada");
    await userEvent.click(screen.getByRole("button", { name: "Book this time" }));
    await screen.findByText("You are booked");
    expect(booking.create).toHaveBeenCalledWith(
      expect.objectContaining({ name: "Ada", with: "s2", booked_on: new Date().toISOString().slice(0, 10) }),
    );
  });
});

describe("Times that are the same for all", () => {
  const when = { name: text, starts_at: { type: "string", format: "date-time" } };
  const shown = async (name = "Visit", taken = () => Promise.resolve<string[]>([])) => {
    const picker: string = "@/components/ui/slot-picker";
    const { SlotPicker } = (await import(picker)) as { SlotPicker: ComponentType<Record<string, unknown>> };
    const booking = { ...table(name, when, ["starts_at"], []), taken };
    const schema = { ...booking.schema(), "x-noOverlap": { field: "starts_at", minutes: 60 } };
    render(<SlotPicker entity={{ ...booking, schema: () => schema }} title="Book" by="starts_at" daysOff={[]} />, {
      wrapper: MemoryRouter,
    });
    return booking;
  };
  const tomorrowAt = (hour: RegExp) => screen.getAllByRole("button", { name: hour })[1]!;

  it("are shown to visitors, who may book and not read", async () => {
    const booking = await shown();
    await waitFor(() => expect(tomorrowAt(/^0?9:00/)).toHaveProperty("disabled", false));
    expect(booking.page).not.toHaveBeenCalled();
  });

  it("wait to be chosen until it is known which are taken", async () => {
    let know = (_taken: string[]) => {};
    await shown("Lesson", () => new Promise((resolve) => (know = resolve)));
    const ten = () => tomorrowAt(/^10:00/);
    expect(ten()).toHaveProperty("disabled", true);
    const morning = new Date();
    morning.setDate(morning.getDate() + 1);
    morning.setHours(9, 0, 0, 0);
    know([morning.toISOString()]);
    await waitFor(() => expect(ten()).toHaveProperty("disabled", false));
    expect(tomorrowAt(/^0?9:00/)).toHaveProperty("disabled", true);
  });

  it("keep what was typed when somebody else was quicker", async () => {
    const booking = await shown();
    await waitFor(() => expect(tomorrowAt(/^0?9:00/)).toHaveProperty("disabled", false));
    await userEvent.click(tomorrowAt(/^0?9:00/));
    await userEvent.type(await screen.findByLabelText(/^Name/), "Ada");
    booking.create.mockImplementation(() => Promise.reject(Object.assign(new Error("taken"), { code: "slot-taken" })));
    await userEvent.click(screen.getByRole("button", { name: "Book this time" }));
    await waitFor(() => expect(screen.queryByLabelText(/^Name/)).toBeNull());
    await userEvent.click(tomorrowAt(/^10:00/));
    expect((await screen.findByLabelText<HTMLInputElement>(/^Name/)).value).toBe("Ada");
  });
});

describe("A booking of one's own", () => {
  const when = { name: text, starts_at: { type: "string", format: "date-time" } };
  const mine = () => {
    const start = new Date();
    start.setDate(start.getDate() + 2);
    start.setHours(9, 0, 0, 0);
    const row = { id: "b", name: "Ada", starts_at: start.toISOString(), createdAt: "", updatedAt: "" };
    const visit = table("Visit", when, ["starts_at"], [row]);
    const schema = { ...visit.schema(), "x-noOverlap": { field: "starts_at", minutes: 60 } };
    const update = vi.fn((_id: string, values: Row) => Promise.resolve({ ...row, ...values }));
    const can = () => true;
    const access = { canRead: true, readsOnlyOwn: true, canAdd: true, canChange: can, canDelete: can };
    return {
      ...visit,
      schema: () => schema,
      taken: () => Promise.resolve([row.starts_at]),
      get: () => Promise.resolve(row),
      access: () => Promise.resolve({ ...access, canSee: can, canSet: can }),
      update,
    };
  };

  it("is moved on the page of free times, where only its time changes", async () => {
    const picker: string = "@/components/ui/slot-picker";
    const { SlotPicker } = (await import(picker)) as { SlotPicker: ComponentType<Record<string, unknown>> };
    const visit = mine();
    render(
      <MemoryRouter initialEntries={["/Book?move=b"]}>
        <SlotPicker entity={visit} title="Book" by="starts_at" daysOff={[]} />
      </MemoryRouter>,
    );
    await screen.findByRole("heading", { name: "Choose another time" });
    const tomorrow = () => screen.getAllByRole("button", { name: /^10:00/ })[1]!;
    await waitFor(() => expect(tomorrow()).toHaveProperty("disabled", false));
    await userEvent.click(tomorrow());
    await screen.findByText(/^Instead of /);
    expect(screen.queryByLabelText(/^Name/)).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Move to this time" }));
    await screen.findByText("You are booked");
    expect(visit.update).toHaveBeenCalledWith("b", { starts_at: expect.any(String) as string });
  });

  it("has no field for any time at all, but a way to the free ones", async () => {
    const page: string = "@/components/ui/record-page";
    const { RecordPage } = (await import(page)) as { RecordPage: ComponentType<Record<string, unknown>> };
    const booking = { page: "Book", label: "Book a visit" };
    render(<RecordPage entity={mine()} id="b" booking={booking} />, { wrapper: MemoryRouter });
    const link = await screen.findByRole("link", { name: "Change the time" });
    expect(link.getAttribute("href")).toMatch(/^\/Book\?move=b&week=\d{4}-\d{2}-\d{2}$/);
    expect(screen.queryByRole("button", { name: "Change starts at" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Edit" }));
    await screen.findByLabelText(/^Name/);
    expect(screen.queryByLabelText(/^Starts at/)).toBeNull();
  });

  it("is entered at any time by the staff, whose lists are not of their own rows alone", async () => {
    const page: string = "@/components/ui/record-page";
    const { RecordPage } = (await import(page)) as { RecordPage: ComponentType<Record<string, unknown>> };
    const visit = mine();
    const access = async () => ({ ...(await visit.access()), readsOnlyOwn: false });
    const booking = { page: "Book", label: "Book a visit" };
    render(<RecordPage entity={{ ...visit, access }} id="b" booking={booking} />, { wrapper: MemoryRouter });
    await screen.findByRole("button", { name: "Change starts at" });
    expect(screen.queryByRole("link", { name: "Change the time" })).toBeNull();
  });
});
