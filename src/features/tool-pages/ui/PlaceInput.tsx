import { type InputHTMLAttributes, useEffect, useId, useState } from "react";
import { call, config, toolPath } from "./call";

/** Typing pauses this long before places are looked up. */
const quietMs = 300;
const wordsMin = 3;

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> & {
  path: string;
  value: string;
  onChange: (value: string) => void;
};

/** A place as free text, completed where the server has a service for it. */
export function PlaceInput({ path, value, onChange, ...rest }: Props) {
  const listId = useId();
  const [places, setPlaces] = useState<string[]>([]);
  const words = value.trim();
  const isAsked = config.hasPlaces === true && words.length >= wordsMin && !places.includes(value);
  useEffect(() => {
    if (!isAsked) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      call<{ places: string[] }>("GET", toolPath(path, `/places?words=${encodeURIComponent(words.slice(0, 200))}`), {
        signal: stop.signal,
      }).then(
        (found) => setPlaces(found.places),
        // Suggestions are a convenience: the text counts.
        () => undefined,
      );
    }, quietMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isAsked, path, words]);
  return (
    <>
      <input
        {...rest}
        type="text"
        autoComplete={config.hasPlaces ? "off" : "street-address"}
        list={config.hasPlaces ? listId : undefined}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {config.hasPlaces && (
        <datalist id={listId}>
          {places.map((place) => (
            <option key={place} value={place} />
          ))}
        </datalist>
      )}
    </>
  );
}
