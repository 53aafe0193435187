import type { Metadata } from "next";
import { Home } from "./home";

export const metadata: Metadata = { title: "Your apps" };

export default function HomePage() {
  return <Home />;
}
