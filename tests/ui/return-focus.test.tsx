import { useState } from "react";
import { Menu } from "@mantine/core";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { Modal } from "@/ui/Modal";
import { showWith } from "../support/show";

/** Opens a dialog that is mounted open, by a button and by an entry of its menu. */
function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Share</button>
      <Menu>
        <Menu.Target>
          <button>Actions</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setIsOpen(true)}>Rename</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && (
        <Modal opened onClose={() => setIsOpen(false)} title="Name">
          <input aria-label="Name" data-autofocus />
        </Modal>
      )}
    </>
  );
}

async function closeByEscape(): Promise<void> {
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("textbox")));
  fireEvent.keyDown(screen.getByRole("textbox"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

it("A dialog that closes returns the focus to the button that opened it, or to the button of the menu", async () => {
  showWith({}, <Opener />);
  const share = screen.getByRole("button", { name: "Share" });
  act(() => share.focus());
  fireEvent.click(share);
  await closeByEscape();
  await waitFor(() => expect(document.activeElement).toBe(share));

  const actions = screen.getByRole("button", { name: "Actions" });
  act(() => actions.focus());
  fireEvent.click(actions);
  const entry = await screen.findByRole("menuitem", { name: "Rename" });
  act(() => entry.focus());
  fireEvent.click(entry);
  await closeByEscape();
  await waitFor(() => expect(document.activeElement).toBe(actions));
});

/** A list whose entries are deleted by a dialog of their own. */
function Entries() {
  const [entries, setEntries] = useState(["Orders", "Guests", "Rooms"]);
  return (
    <main>
      <button>New</button>
      {entries.length > 0 && (
        <ul>
          {entries.map((name) => (
            <Entry key={name} name={name} onDelete={() => setEntries(entries.filter((other) => other !== name))} />
          ))}
        </ul>
      )}
    </main>
  );
}

function Entry({ name, onDelete }: { name: string; onDelete: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <a href={`#${name}`}>{name}</a>
      <button onClick={() => setIsOpen(true)}>Delete {name}</button>
      {isOpen && (
        <Modal opened onClose={() => setIsOpen(false)} title={`Delete ${name}?`}>
          <button data-autofocus onClick={onDelete}>
            Yes
          </button>
        </Modal>
      )}
    </li>
  );
}

it("A dialog that deletes what it was opened from leaves the focus on what stands there now", async () => {
  showWith({}, <Entries />);
  const removed = async (name: string) => {
    const opener = screen.getByRole("button", { name: `Delete ${name}` });
    act(() => opener.focus());
    fireEvent.click(opener);
    const yes = await screen.findByRole("button", { name: "Yes" });
    await waitFor(() => expect(document.activeElement).toBe(yes));
    fireEvent.click(yes);
    await waitFor(() => expect(screen.queryByText(name)).toBeNull());
  };
  await removed("Guests");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("link", { name: "Rooms" })));
  await removed("Rooms");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("link", { name: "Orders" })));
  await removed("Orders");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "New" })));
});

/** A button that adds the one thing that may be added. */
function Adder() {
  const [isOpen, setIsOpen] = useState(false);
  const [isAdded, setIsAdded] = useState(false);
  return (
    <section>
      <h2>Schedules</h2>
      <button disabled={isAdded} onClick={() => setIsOpen(true)}>
        New schedule
      </button>
      {isAdded && <button>Run now</button>}
      {isOpen && (
        <Modal opened onClose={() => setIsOpen(false)} title="New schedule">
          <label>
            Every day at <input />
          </label>
          <button onClick={() => (setIsAdded(true), setIsOpen(false))}>Save</button>
        </Modal>
      )}
    </section>
  );
}

it("A dialog begins at its first field, and where its opener can no longer be pressed leaves the focus beside it", async () => {
  showWith({}, <Adder />);
  const opener = screen.getByRole("button", { name: "New schedule" });
  act(() => opener.focus());
  fireEvent.click(opener);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Every day at")));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Run now" })));
});

it("A button that waits for the server has the focus again when it is done, unless something else took it", async () => {
  showWith(
    {},
    <>
      <button>Deploy</button>
      <input aria-label="Search" />
    </>,
  );
  const deploy = screen.getByRole<HTMLButtonElement>("button", { name: "Deploy" });
  /** What a browser does to a button that is disabled while it has the focus. */
  const wait = () => {
    deploy.focus();
    deploy.blur();
    deploy.disabled = true;
    expect(document.activeElement).toBe(document.body);
  };
  wait();
  deploy.disabled = false;
  await waitFor(() => expect(document.activeElement).toBe(deploy));
  wait();
  screen.getByRole("textbox").focus();
  deploy.disabled = false;
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.activeElement).toBe(screen.getByRole("textbox"));
});

/** A section whose button is replaced by what it made. */
function Webhook() {
  const [isMade, setIsMade] = useState(false);
  return (
    <section>
      <div>
        {isMade ? (
          <div>
            <button disabled>Test call</button>
            <button onClick={() => setIsMade(false)}>Delete</button>
          </div>
        ) : (
          <button onClick={() => setIsMade(true)}>Create an address</button>
        )}
      </div>
      <p>Text</p>
    </section>
  );
}

it("A button that what it made replaces leaves the focus there, unless somebody clicked elsewhere", async () => {
  showWith({}, <Webhook />);
  const press = (name: string) => {
    const button = screen.getByRole("button", { name });
    act(() => button.focus());
    fireEvent.click(button);
  };
  press("Create an address");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Delete" })));
  press("Delete");
  const create = screen.getByRole("button", { name: "Create an address" });
  await waitFor(() => expect(document.activeElement).toBe(create));
  fireEvent.pointerDown(screen.getByText("Text"));
  act(() => create.blur());
  fireEvent.click(create);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.activeElement).toBe(document.body);
});
