type Listener = (data: string) => void;

/** Notifies open pages of entities with changed rows. */
export class Events {
  #listeners = new Map<string, Set<Listener>>();

  announce(topic: string): void {
    this.#listeners.get(topic)?.forEach((listener) => listener(""));
  }

  subscribe(topic: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    return () => void listeners.delete(listener);
  }
}
