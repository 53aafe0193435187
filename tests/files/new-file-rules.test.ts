import { expect, it } from "vitest";
import { contentOfNew } from "@/features/files/new-file";

it.each([
  ["functions/sendSms.ts", "Deno.serve("],
  ["pages/Contact.jsx", "export default function Contact() {"],
  ["components/cards/PriceCard.tsx", "export default function PriceCard() {"],
])("%s begins with what can be deployed or shown", (path, words) => {
  expect(contentOfNew(path)).toContain(words);
});

it.each(["services/prices.js", "components/use-prices.js", "components/2nd.jsx"])("%s begins empty", (path) => {
  expect(contentOfNew(path)).toBe("");
});
