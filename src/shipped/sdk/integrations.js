import { ApiError, appPath, call } from "./api.js";

/** What the server takes: less than 10 MB. */
const uploadBytesMax = 9_999_999;

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1_000_000).toFixed(bytes < 100_000_000 ? 1 : 0)} MB`;

/**
 * Uploads a file. What is too big is not sent first.
 * @param {{ file: File }} options
 * @returns {Promise<{ file_url: string }>}
 */
export async function UploadFile({ file }) {
  if (file.size > uploadBytesMax)
    throw new ApiError(400, {
      code: "file-too-big",
      message: `“${file.name ?? "This file"}” has ${megabytes(file.size)}. Choose one of less than 10 MB.`,
    });
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
