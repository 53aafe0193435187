/** The runtime's own globals, saved before the document overrides them. */
const { addEventListener, removeEventListener, setTimeout, setInterval, queueMicrotask } = globalThis;

export const native = {
  // Node, where the stub of the API answers too, has no events of its own.
  addEventListener: addEventListener?.bind(globalThis),
  removeEventListener: removeEventListener?.bind(globalThis),
  setTimeout: setTimeout.bind(globalThis),
  setInterval: setInterval.bind(globalThis),
  queueMicrotask: queueMicrotask.bind(globalThis),
};
