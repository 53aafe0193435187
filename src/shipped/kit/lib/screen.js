import { useEffect, useState } from "react";

/** Follows a media query: `useMedia("(max-width: 767px)")`. @param {string} query */
export function useMedia(query) {
  const [matches, setMatches] = useState(() => window.matchMedia?.(query).matches ?? false);
  useEffect(() => {
    const media = window.matchMedia?.(query);
    if (!media) return undefined;
    const apply = () => setMatches(media.matches);
    apply();
    media.addEventListener("change", apply);
    return () => media.removeEventListener("change", apply);
  }, [query]);
  return matches;
}
export const usePhone = () => useMedia("(max-width: 767px)");
