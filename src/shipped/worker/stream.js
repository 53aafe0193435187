export function followStream() {
  throw new Error("A function cannot subscribe: it ends with its answer");
}
