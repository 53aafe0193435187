import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import "@/ui/focus-invalid";
import { showWith } from "../support/show";

function SignUp() {
  const form = useForm({
    initialValues: { terms: "", email: "nonsense", password: "" },
    validate: { email: (value) => (value.includes("@") ? null : "This email is invalid") },
  });
  return (
    <form noValidate onSubmit={form.onSubmit(() => undefined)}>
      <TextInput label="Terms of service" {...form.getInputProps("terms")} error />
      <TextInput label="Email" {...form.getInputProps("email")} />
      <TextInput label="Password" {...form.getInputProps("password")} />
      <button>Create account</button>
    </form>
  );
}

it("A form that is refused leads to the first field that it marked, and leaves the focus once all are right", async () => {
  showWith({}, <SignUp />);
  const [email, password] = [screen.getByLabelText("Email"), screen.getByLabelText("Password")];
  const submit = () => {
    act(() => password.focus());
    fireEvent.submit(password.closest("form")!);
  };
  submit();
  await waitFor(() => expect(document.activeElement).toBe(email));
  fireEvent.change(email, { target: { value: "ada@example.com" } });
  submit();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(document.activeElement).toBe(password);
});
