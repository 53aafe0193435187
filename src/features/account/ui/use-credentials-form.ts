"use client";
import type { FormEvent } from "react";
import { useForm } from "@mantine/form";
import { passwordMin } from "../limits";
import { isEmail } from "../rules";

type Credentials = { email: string; password: string };

/**
 * Address and password, and their checks.
 * @param isNew for sign-up, whose password must be strong enough
 */
export function useCredentialsForm(isNew: boolean, send: (credentials: Credentials) => void) {
  const form = useForm<Credentials>({
    mode: "uncontrolled",
    initialValues: { email: "", password: "" },
    validate: {
      email: (value) => (isEmail(value) ? null : "This email is invalid"),
      password: (value) =>
        value === "" ? "Enter your password" : isNew && value.length < passwordMin ? "This password is too weak" : null,
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // Reads the form: input before hydration, or autofill, is not in React's state.
    const typed = new FormData(event.currentTarget);
    const textOf = (name: string) => [typed.get(name)].find((value) => typeof value === "string") ?? "";
    const values = { email: textOf("email"), password: textOf("password") };
    if (values.email !== form.getValues().email || values.password !== form.getValues().password)
      form.setValues(values);
    form.onSubmit((checked) => send(checked))(event);
  };
  return { form, submit };
}
