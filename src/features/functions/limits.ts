/** Characters of a request body in the Run panel. */
export const runBodyMax = 100_000;

export const runMethods = ["POST", "GET", "PUT", "PATCH", "DELETE"] as const;
