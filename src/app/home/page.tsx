import type { Metadata } from "next";
import { AppList } from "@/features/apps/ui/AppList";
import { HomeBar } from "./home-bar";
import { StartApp } from "./start-app";
import classes from "./home.module.css";

export const metadata: Metadata = { title: "Your apps" };

export default function HomePage() {
  return (
    <>
      <HomeBar />
      <main className={classes.main}>
        <StartApp />
        <AppList />
      </main>
    </>
  );
}
