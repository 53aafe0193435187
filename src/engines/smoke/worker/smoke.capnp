using Workerd = import "/workerd/workerd.capnp";

# A page has no network at all: what it asks for is answered inside (stub.js).
const config :Workerd.Config = (
  services = [
    (name = "smoke", worker = (
      modules = [
        (name = "main.js", esModule = embed "main.js"),
        (name = "scenes.js", esModule = embed "scenes.js"),
        (name = "app.js", esModule = embed "app.js") ],
      compatibilityDate = "2026-07-01",
      compatibilityFlags = ["nodejs_compat"],
      globalOutbound = "nowhere" )),
    (name = "nowhere", network = (allow = [], deny = [])) ],
  sockets = [ (name = "smoke", address = "unix:smoke.sock", http = (), service = "smoke") ],
  v8Flags = [ "--max-old-space-size=192" ],
);
