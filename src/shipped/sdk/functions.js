import { ApiError } from "./api.js";
import { getToken } from "./config.js";

/**
 * Calls a server function.
 * @param {string} name
 * @returns what calls it with an input, and gives its JSON response, or text
 */
export function functionClient(name) {
  return async (input = {}) => {
    const token = getToken();
    const response = await fetch(`/functions/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(input),
    });
    const text = await response.text();
    const value = (response.headers.get("content-type") ?? "").includes("json") && text ? JSON.parse(text) : text;
    if (!response.ok)
      throw new ApiError(
        response.status,
        typeof value === "object" && value?.error
          ? value.error
          : { code: "function-failed", message: `The function ${name} failed` },
      );
    return value;
  };
}
