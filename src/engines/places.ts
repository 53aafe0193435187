import "server-only";
import { z } from "zod";
import { log } from "./log";

/** A visitor types on meanwhile. */
const answerMs = 3_000;
const shownMax = 5;

const text = z.string().optional().catch(undefined);
/** GeoJSON, as Photon answers it, and Nominatim with `format=geojson`. */
const answerSchema = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        display_name: text,
        name: text,
        street: text,
        housenumber: text,
        postcode: text,
        city: text,
        state: text,
        country: text,
      }),
    }),
  ),
});
type Place = z.infer<typeof answerSchema>["features"][number]["properties"];

const nameOf = ({ display_name: whole, name, street, housenumber, postcode, city, state, country }: Place): string => {
  if (whole) return whole;
  const line = [street, housenumber].filter(Boolean).join(" ");
  const town = [postcode, city].filter(Boolean).join(" ");
  return [...new Set([name, line, town, state, country].filter(Boolean))].join(", ");
};

/** Places that begin like the words, by the service of PLACES_URL. Its failure is none of the visitor's: no suggestions. */
export async function suggestPlaces(service: string, words: string, signal?: AbortSignal): Promise<string[]> {
  const address = new URL(service);
  address.searchParams.set("q", words);
  address.searchParams.set("limit", String(shownMax));
  try {
    const response = await fetch(address, {
      signal: AbortSignal.any([AbortSignal.timeout(answerMs), ...(signal ? [signal] : [])]),
      headers: { accept: "application/json", "user-agent": "Joinery" },
    });
    if (!response.ok) throw new Error(`PLACES_URL answered ${response.status}`);
    const { features } = answerSchema.parse(await response.json());
    return [...new Set(features.map(({ properties }) => nameOf(properties)).filter(Boolean))].slice(0, shownMax);
  } catch (error) {
    log("warn", "places", { error });
    return [];
  }
}
