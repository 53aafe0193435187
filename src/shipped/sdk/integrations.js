import { appPath, call } from "./api.js";

/**
 * Uploads a file.
 * @param {{ file: File }} options
 * @returns {Promise<{ file_url: string }>}
 */
export async function UploadFile({ file }) {
  return call(
    "POST",
    appPath(`/uploads?name=${encodeURIComponent(file.name ?? "file")}`),
    new Blob([file], { type: "application/octet-stream" }),
  );
}

/**
 * Calls the platform's model. With a schema the result is an object of that shape.
 * @param {{ prompt: string, response_json_schema?: object }} options
 */
export async function InvokeLLM({ prompt, response_json_schema: schema }) {
  return (await call("POST", appPath("/integrations/llm"), { prompt, ...(schema && { schema }) })).answer;
}

/** @param {{ to: string, subject: string, body: string }} mail */
export async function SendEmail({ to, subject, body }) {
  return call("POST", appPath("/integrations/email"), { to, subject, body });
}
