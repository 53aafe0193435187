"use client";
import { useEffect, useState } from "react";

/**
 * The token behind `#` of a link. Kept in the tab while somebody signs in, since the address loses it then. Undefined
 * until it was read, "" where there is none.
 */
export function useLinkToken(name: string): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const key = `joinery.${name}`;
    const given = window.location.hash.slice(1);
    try {
      if (given) window.sessionStorage.setItem(key, given);
      setToken(given || (window.sessionStorage.getItem(key) ?? ""));
    } catch {
      setToken(given);
    }
  }, [name]);
  return token;
}
