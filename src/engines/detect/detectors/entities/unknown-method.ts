import "server-only";
import { replaceWith, type Detector } from "../../detector";
import { nearest } from "../../fixes/nearest";
import { entityCalls } from "../../facts/usage";

/** Method names of other platforms' clients → ours. */
const synonyms: Record<string, string> = {
  getAll: "list",
  findAll: "list",
  all: "list",
  fetchAll: "list",
  fetch: "list",
  find: "filter",
  findMany: "filter",
  where: "filter",
  query: "filter",
  search: "filter",
  findById: "get",
  findOne: "get",
  getById: "get",
  read: "get",
  add: "create",
  insert: "create",
  save: "create",
  remove: "delete",
  destroy: "delete",
  deleteOne: "delete",
  patch: "update",
  edit: "update",
  updateOne: "update",
  createMany: "bulkCreate",
  insertMany: "bulkCreate",
  bulkInsert: "bulkCreate",
  onChange: "subscribe",
  watch: "subscribe",
  current: "me",
  getCurrentUser: "me",
  signIn: "login",
  signOut: "logout",
  updateMyUserData: "updateMe",
};

/** A method that entities do not have. */
export const unknownMethod: Detector = {
  name: "unknown-method",
  severity: "error",
  detect: (bundle) =>
    bundle.clientCodes.flatMap((code) =>
      code.isBroken || bundle.resolve("@/api/entities", code.path).kind === "file"
        ? []
        : code
            .fact(entityCalls)
            .filter(
              ({ entity, method }) =>
                (bundle.entities.has(entity) || entity === "User") && !bundle.methodsOf(entity).includes(method),
            )
            .map(({ entity, method, methodSpan }) => ({
              path: code.path,
              start: methodSpan.start,
              message: `${entity} has no method ${method}`,
              fixes: () =>
                [nearest(method, bundle.methodsOf(entity)), synonyms[method]].flatMap((name) =>
                  name && bundle.methodsOf(entity).includes(name)
                    ? [replaceWith(code.path, methodSpan, name, `Called ${name} for ${method}`)]
                    : [],
                ),
            })),
    ),
};
