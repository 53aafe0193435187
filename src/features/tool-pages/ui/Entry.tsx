import { useEffect, useState } from "react";
import { appPath, call, config } from "./call";

/** The way in for members, or to their own account. */
export function Entry() {
  const [isSignedIn, setIsSignedIn] = useState<boolean>();
  useEffect(() => {
    if (config.enter === undefined) return;
    // The payment provider leads back here with the sale's id.
    if (new URLSearchParams(window.location.search).has("sale_id"))
      return window.location.replace(config.enter + window.location.search);
    call<{ isSignedIn: boolean }>("GET", appPath("/sign-up")).then(
      (found) => setIsSignedIn(found.isSignedIn),
      () => undefined,
    );
  }, []);
  if (isSignedIn === undefined) return null;
  return (
    <a className="entry" href={isSignedIn ? config.account : config.enter}>
      {isSignedIn ? "Your account" : "Sign in"}
    </a>
  );
}
