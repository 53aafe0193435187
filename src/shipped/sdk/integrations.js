import { appPath, call } from "./api.js";

/** Uploads a file. @returns its URL as `{ file_url }` */
export async function UploadFile({ file }) {
  return call(
    "POST",
    appPath(`/uploads?name=${encodeURIComponent(file.name ?? "file")}`),
    new Blob([file], { type: "application/octet-stream" }),
  );
}

/** Calls the platform's model. With a schema the result is an object of that shape. */
export async function InvokeLLM({ prompt, response_json_schema: schema }) {
  return (await call("POST", appPath("/integrations/llm"), { prompt, ...(schema && { schema }) })).answer;
}

export async function SendEmail({ to, subject, body }) {
  return call("POST", appPath("/integrations/email"), { to, subject, body });
}
