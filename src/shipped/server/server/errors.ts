const errors = {
  "not-signed-in": [401, "Sign in to continue"],
  "not-allowed": [403, "You are not allowed to do this"],
  "not-found": [404, "Not found"],
  "invalid-input": [400, "The request is not valid"],
  "wrong-content-type": [415, "Send JSON"],
  "body-too-large": [413, "The request is too large"],
  "too-many-requests": [429, "Too many requests, try again later"],
  "too-many-logins": [429, "Too many login attempts, try again later"],
  "invalid-credentials": [401, "Invalid email or password"],
  "email-invalid": [400, "This email is invalid"],
  "weak-password": [400, "This password is too weak"],
  "member-email-taken": [409, "This email is already in use, try logging in"],
  "entity-not-found": [404, "This table does not exist"],
  "slot-taken": [409, "Somebody has this time already. Choose another one"],
  "value-taken": [409, "Another row has this value already"],
  "values-repeat": [409, "Some values are there more than once"],
  "row-not-found": [404, "This row does not exist"],
  "invalid-row": [400, "Some values do not fit"],
  "invalid-query": [400, "This filter or sort is not valid"],
  "function-not-found": [404, "This function is not deployed"],
  "function-timeout": [504, "The function did not answer in time"],
  "no-model": [503, "This app has no AI model to ask"],
  "recipient-not-allowed": [403, "Mail can be sent to members of this app only"],
  "profile-full": [413, "A profile holds at most 50,000 characters"],
  unavailable: [503, "Not available right now, try again later"],
  "file-too-big": [400, "File size to large"],
  "no-file": [400, "Please upload a file"],
} as const;

export type ErrorReason = keyof typeof errors;

/** A refusal for people; the app branches on the reason. */
export class AppError extends Error {
  readonly status: number;

  constructor(
    readonly reason: ErrorReason,
    readonly details?: unknown,
    message: string = errors[reason][1],
  ) {
    super(message);
    this.name = "AppError";
    this.status = errors[reason][0];
  }
}

/** The response for an error. Anything but a refusal is logged and masked. */
export function errorResponse(error: unknown): Response {
  if (error instanceof AppError)
    return Response.json(
      {
        error: {
          code: error.reason,
          message: error.message,
          ...(error.details !== undefined && { details: error.details }),
        },
      },
      { status: error.status },
    );
  console.error(error);
  return Response.json({ error: { code: "internal", message: "Something went wrong on our side" } }, { status: 500 });
}
