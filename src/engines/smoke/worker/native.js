/** The runtime's own, before the document's take their names. */
const { addEventListener, removeEventListener, setTimeout, setInterval, queueMicrotask } = globalThis;

export const native = {
  addEventListener: addEventListener.bind(globalThis),
  removeEventListener: removeEventListener.bind(globalThis),
  setTimeout: setTimeout.bind(globalThis),
  setInterval: setInterval.bind(globalThis),
  queueMicrotask: queueMicrotask.bind(globalThis),
};
